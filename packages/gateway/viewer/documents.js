/* Loads the document's data from the service. The key, if one is needed, is stored for this tab only. */

const BASE = location.pathname.replace(/\/+$/, "");
const KEPT_KEY = "galley-viewer-key";

/** An error response of the service; `status` is the HTTP status. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Stores the key for further requests. `header` is `service-key` or `authorization`. */
export function keepKey(header, value) {
  const field = header === "authorization" ? `Bearer ${value}` : value;
  sessionStorage.setItem(KEPT_KEY, JSON.stringify({ [header]: field }));
}

export function forgetKey() {
  sessionStorage.removeItem(KEPT_KEY);
}

export function hasKey() {
  return sessionStorage.getItem(KEPT_KEY) !== null;
}

export async function loadSummary() {
  return (await ask("/document")).json();
}

export async function loadPage(number) {
  return (await ask(`/pages/${number}`)).json();
}

/** The numbers of the pages whose text contains the term. */
export async function loadPagesWith(term) {
  const { pages } = await (await ask(`/search?text=${encodeURIComponent(term)}`)).json();
  return pages;
}

export async function loadImage(number, dpi, signal) {
  const answer = await ask(`/pages/${number}.png?dpi=${dpi}`, signal);
  return createImageBitmap(await answer.blob());
}

/** @throws Refusal */
async function ask(path, signal) {
  const headers = JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? "{}");
  const answer = await fetch(BASE + path, { headers, signal });
  if (answer.ok) return answer;
  const { message } = await answer.json().catch(() => ({ message: answer.statusText }));
  throw new Refusal(answer.status, message);
}
