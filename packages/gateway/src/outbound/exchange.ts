import { request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { connect, type Route } from "./connect.ts";
import { meaningOf } from "./network-errors.ts";
import { OutboundError } from "./outbound-error.ts";

/** Time limits of an exchange, in milliseconds. */
export interface TimeLimits {
  /** From the start to the last byte, including redirects. */
  readonly timeoutMs: number;
  /** From the start of one request to the headers of its response. */
  readonly headerTimeoutMs: number;
  /** Aborts the exchange, which then throws the reason of the signal. */
  readonly signal: AbortSignal;
}

export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** A request and its redirects, under common time limits. */
export interface Exchange {
  /**
   * Sends a request on a connection of its own and waits for the headers of the response. The caller reads
   * the response to its end or destroys it.
   */
  send(target: URL, outgoing: OutgoingRequest): Promise<IncomingMessage>;
  /**
   * Translates an error into an `OutboundError` or the reason of the signal; other errors are returned
   * unchanged.
   */
  meaningOf(error: unknown): unknown;
}

export function startExchange(route: Route, { timeoutMs, headerTimeoutMs, signal }: TimeLimits): Exchange {
  const timeout = AbortSignal.timeout(timeoutMs);
  const meaning = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    return timeout.aborted ? tooSlow(error) : meaningOf(error);
  };
  return {
    meaningOf: meaning,
    async send(target, outgoing) {
      const headers = new AbortController();
      const timer = setTimeout(() => headers.abort(), headerTimeoutMs);
      const ends = AbortSignal.any([signal, timeout, headers.signal]);
      try {
        const socket = await connect(target, route, ends);
        return await answerTo({ target, outgoing }, socket, ends);
      } catch (error) {
        throw headers.signal.aborted ? tooSlow(error) : meaning(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function tooSlow(cause: unknown): OutboundError {
  return new OutboundError("timeout", "The URL's server did not respond in time.", { cause });
}

function answerTo(
  { target, outgoing }: { target: URL; outgoing: OutgoingRequest },
  socket: Socket,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, headers, body } = outgoing;
  request({
    // Without an agent there is no connection pool and no proxy.
    createConnection: () => socket,
    method,
    path: `${target.pathname}${target.search}`,
    headers: { ...headers, host: target.host, "user-agent": "galley" },
    signal,
  })
    .on("response", resolve)
    .on("error", reject)
    .end(body);
  return promise;
}
