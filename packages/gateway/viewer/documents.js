/* The document whose page this is, as its service gives it. The key, where one is needed, stays in this tab. */

const BASE = location.pathname.replace(/\/+$/, "");
const KEPT_KEY = "galley-viewer-key";

/** The service refused; `status` is that of HTTP. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Keeps the key for the requests to come. `header` is `service-key` or `authorization`. */
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

/** The numbers of the pages whose text holds the term. */
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
