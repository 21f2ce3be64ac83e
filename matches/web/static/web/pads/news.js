/* Hears that something happened to this rubber: from the site's live news, or by asking every two seconds without. */

const EVERY = 2000;

/**
 * @param {?{stream: string, poll: string, topic: string}} live of the state
 * @param {(news: ?{rubber: string, version: number}) => void} onNews null: it is time to ask
 */
export async function follow(live, onNews) {
  try {
    const { listen } = await import("../live.js");
    listen(live, onNews);
  } catch {
    setInterval(() => document.hidden || onNews(null), EVERY);
  }
}
