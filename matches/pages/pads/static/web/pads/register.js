/* Has the pad's page kept on the phone, so that a reload needs no network. Over plain http a browser allows none. */

const ANSWERS_WITHIN = 10_000;

/**
 * @param {string} worker address of the service worker
 * @param {string} scope the folder of pages that it keeps
 * @returns {Promise<boolean>} whether this page is kept
 */
export async function keepPage(worker, scope = "/pad/") {
  if (!worker || !window.isSecureContext || !navigator.serviceWorker) return false;
  try {
    await navigator.serviceWorker.register(worker, { scope });
    const { active } = await navigator.serviceWorker.ready;
    return await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data === true);
      setTimeout(() => resolve(false), ANSWERS_WITHIN);
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      active.postMessage({ page: location.pathname, made_of: loaded }, [port2]);
    });
  } catch {
    return false;
  }
}
