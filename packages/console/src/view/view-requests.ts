/** The page's own address, below which its data is. */
const BASE = location.pathname.replace(/\/+$/, "");

const KEPT_KEY = "galley-viewer-key";

export type KeyHeader = "service-key" | "authorization";

/** An error response of the service; `status` is the HTTP status. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** Whether another key may help. */
  get needsKey(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** Keeps the key for further requests of this tab. */
export function keepKey(header: KeyHeader, secret: string): void {
  const value = header === "authorization" ? `Bearer ${secret}` : secret;
  sessionStorage.setItem(KEPT_KEY, JSON.stringify({ [header]: value }));
}

export function forgetKey(): void {
  sessionStorage.removeItem(KEPT_KEY);
}

export function hasKey(): boolean {
  return sessionStorage.getItem(KEPT_KEY) !== null;
}

/** Requests a path below the document's address, with the key if there is one. @throws Refusal */
export async function requestOf(path: string, signal?: AbortSignal): Promise<Response> {
  const headers: HeadersInit = JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? "{}");
  const answer = await sent(BASE + path, { headers, ...(signal && { signal }) });
  if (answer.ok) return answer;
  const body: { readonly message?: string } | null = await answer.json().catch(() => null);
  throw new Refusal(answer.status, body?.message ?? `The service responded with status ${answer.status}.`);
}

async function sent(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new Error("The service cannot be reached. Check that it is running.", { cause });
  }
}
