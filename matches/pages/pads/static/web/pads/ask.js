/* One request to the site. It never raises: no answer in time is an answer, too. */

const NO_ANSWER = 0;
const SECONDS = 10;

/**
 * @param {string} address
 * @param {{body?: Object, csrf?: string, etag?: string, seconds?: number, isLasting?: boolean}} options
 *   a body makes it a POST; what is lasting may come from the browser's cache
 * @returns {Promise<{status: number, data: ?Object, etag: string, wait: number, isLate: boolean}>} `data` null where the
 *   answer is not JSON, as that of a proxy, or of a network that wants its visitors to sign in first; `wait`: Retry-After
 *   in seconds; `isLate`: no answer within `seconds`
 */
export async function ask(address, { body, csrf = "", etag = "", seconds = SECONDS, isLasting = false } = {}) {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), 1000 * seconds);
  const headers = { Accept: "application/json" };
  if (etag) headers["If-None-Match"] = etag;
  if (body) Object.assign(headers, { "Content-Type": "application/json", "X-CSRFToken": csrf });
  try {
    const answer = await fetch(address, {
      method: body ? "POST" : "GET",
      headers,
      body: body && JSON.stringify(body),
      cache: isLasting ? "default" : "no-store",
      credentials: "same-origin",
      redirect: "error",
      signal: cut.signal,
    });
    const isJson = (answer.headers.get("Content-Type") || "").includes("json");
    return {
      status: answer.status,
      data: isJson ? await answer.json() : null,
      etag: answer.headers.get("ETag") || "",
      wait: Number(answer.headers.get("Retry-After")) || 0,
      isLate: false,
    };
  } catch {
    return { status: NO_ANSWER, data: null, etag: "", wait: 0, isLate: cut.signal.aborted };
  } finally {
    clearTimeout(timer);
  }
}
