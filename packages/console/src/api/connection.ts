import { CloseCode, createClient, type Client } from "graphql-ws";

const KEEP_ALIVE_MS = 15_000;
/** A connection whose other side has gone says nothing, so a ping without a pong ends it. */
const PONG_MS = 10_000;
/** After these times, the subscriptions of a new connection stand: of a service at rest, and of a busy one. */
const SUBSCRIBED_MS = [500, 5000] as const;
/** The longest wait between two attempts to connect. */
const MOST_WAIT_MS = 10_000;
const TIMED_OUT = 4408;
/** The service closes the connection of a session that has ended. */
const REFUSED: ReadonlySet<number> = new Set([CloseCode.Unauthorized, CloseCode.Forbidden]);

let lost = false;
const events = new EventTarget();

/** Whether the connection for live changes was lost and is not back yet. */
export const isConnectionLost = (): boolean => lost;

/** Calls back when the connection for live changes is lost, and when it is back. */
export function onConnectionChange(callback: () => void): () => void {
  events.addEventListener("change", callback);
  return () => events.removeEventListener("change", callback);
}

/** Calls back whenever changes arrive from now on, at first and after a loss: earlier ones may have been missed. */
export function onLive(callback: () => void): () => void {
  events.addEventListener("live", callback);
  return () => events.removeEventListener("live", callback);
}

/** Calls back when the service no longer accepts the session. */
export function onRefused(callback: () => void): () => void {
  events.addEventListener("refused", callback);
  return () => events.removeEventListener("refused", callback);
}

/** Tells everyone who waits with `onRefused` that a request was rejected because the session has ended. */
export function reportRefused(): void {
  events.dispatchEvent(new Event("refused"));
}

/** The connection for live changes. It is opened with the first subscription, and again whenever it is lost. */
export function createLiveConnection(): Client {
  let socket: WebSocket | undefined;
  let noPong: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => socket?.close(TIMED_OUT, "No answer");
  addEventListener("offline", end);
  return createClient({
    url: new URL("/graphql", location.href.replace(/^http/, "ws")).href,
    lazy: true,
    keepAlive: KEEP_ALIVE_MS,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait,
    on: {
      opened(opened) {
        if (opened instanceof WebSocket) socket = opened;
      },
      connected() {
        set(false);
        // The subscriptions are sent now. What changed before they stand was not told.
        for (const ms of SUBSCRIBED_MS) setTimeout(() => events.dispatchEvent(new Event("live")), ms);
      },
      closed(event) {
        clearTimeout(noPong);
        set(true);
        if (event instanceof CloseEvent && REFUSED.has(event.code)) reportRefused();
      },
      ping(received) {
        if (!received) noPong = setTimeout(end, PONG_MS);
      },
      pong(received) {
        if (received) clearTimeout(noPong);
      },
    },
  });
}

function set(isLost: boolean): void {
  if (lost === isLost) return;
  lost = isLost;
  events.dispatchEvent(new Event("change"));
}

/** Longer with each attempt, but no longer than until the browser is online again. */
function retryWait(attempts: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = Math.min(MOST_WAIT_MS, 500 * 2 ** Math.min(attempts, 10));
  // Clients of a service that was restarted do not come back all at once.
  setTimeout(resolve, wait * (0.5 + Math.random() / 2));
  addEventListener("online", () => resolve(), { once: true });
  return promise;
}
