import type { IncomingMessage } from "node:http";
import { followRedirects, MAX_REDIRECTS } from "../redirects.ts";
import { createAddressPolicy } from "./address-policy.ts";
import { capped, decoded, headOf } from "./answer-body.ts";
import { systemResolver, type Resolver, type Route } from "./connect.ts";
import { startExchange, type Exchange, type TimeLimits } from "./exchange.ts";
import { OutboundError } from "./outbound-error.ts";
import { redirectTarget, targetOf } from "./target.ts";

/** The document at a URL. */
export interface FoundDocument {
  /** The URL after the last redirect. */
  readonly url: string;
  /** The Content-Type header with its parameters; undefined if there is none. */
  readonly contentType: string | undefined;
  /** Throws an `OutboundError` if the connection is lost or the document is too large. */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface Posting {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The response is truncated after this many bytes. */
  readonly maxAnswerBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** Decoded as UTF-8. */
  readonly body: string;
  readonly bytes: Uint8Array;
}

/**
 * The only client for addresses that callers name; it reaches public addresses only. Proxies from the
 * environment are not used. Every method throws an `OutboundError`, or the reason of its signal.
 */
export interface Outbound {
  /** Checks what can be checked without the network. @throws OutboundError `refused` */
  check(url: string): void;
  /** Follows up to five redirects, each under the same rules. */
  get(url: string, limits: TimeLimits & { readonly maxBytes: number }): Promise<FoundDocument>;
  /** Follows no redirects; returns responses of any status. */
  post(url: string, posting: Posting, limits: TimeLimits): Promise<Answer>;
}

export interface OutboundOptions {
  /** Non-public address ranges (CIDR) that may be reached. */
  readonly allow: readonly string[];
  /** Receives the reason why a request was rejected, which is not for the caller who named the URL. */
  readonly onRefused?: (reason: string) => void;
  /** Defaults to the system's resolver. */
  readonly resolve?: Resolver;
}

export function createOutbound({ allow, onRefused, resolve = systemResolver }: OutboundOptions): Outbound {
  const route: Route = { policy: createAddressPolicy(allow), resolve };
  const reported = (error: unknown): unknown => {
    if (error instanceof OutboundError && error.failure === "refused") onRefused?.(String(error.cause));
    return error;
  };
  return {
    check(url) {
      try {
        targetOf(url, route.policy);
      } catch (error) {
        throw reported(error);
      }
    },

    async get(url, { maxBytes, ...limits }) {
      const exchange = startExchange(route, limits);
      try {
        const { target, answer } = await followed(exchange, route, url);
        return {
          url: target.href,
          contentType: answer.headers["content-type"],
          content: translated(capped(answer, maxBytes), exchange),
        };
      } catch (error) {
        throw reported(error);
      }
    },

    async post(url, { headers, body, maxAnswerBytes }, limits) {
      const exchange = startExchange(route, limits);
      try {
        const answer = await exchange.send(targetOf(url, route.policy), { method: "POST", headers, body });
        const head = await headOf(decoded(answer), maxAnswerBytes);
        return { status: statusOf(answer), headers: answer.headers, body: head.toString(), bytes: head };
      } catch (error) {
        throw reported(exchange.meaningOf(error));
      }
    },
  };
}

const ANY_DOCUMENT = { method: "GET", headers: { accept: "*/*", "accept-encoding": "identity" } } as const;

/** @throws OutboundError `redirect`, or `status` if the last response is not a success. */
async function followed(
  exchange: Exchange,
  { policy }: Route,
  url: string,
): Promise<{ target: URL; answer: IncomingMessage }> {
  const { url: target, answer } = await followRedirects<IncomingMessage>(targetOf(url, policy), {
    send: (to) => exchange.send(to, ANY_DOCUMENT),
    factsOf: (given) => ({ status: statusOf(given), location: given.headers.location }),
    targetOf: (location, from) => redirectTarget(from, location, policy),
    discard: (given) => void given.destroy(),
    tooMany: () => new OutboundError("redirect", `The URL redirects more than ${MAX_REDIRECTS} times.`),
  });
  if (answer.statusCode === 200) return { target, answer };
  answer.destroy();
  throw noSuccess(answer);
}

function noSuccess(answer: IncomingMessage): OutboundError {
  const status = statusOf(answer);
  return new OutboundError("status", `The URL's server responded with status ${status}.`, {
    status,
    retryAfter: answer.headers["retry-after"],
  });
}

/** Responses always have a status; the type is shared with requests. */
function statusOf({ statusCode = 0 }: IncomingMessage): number {
  return statusCode;
}

async function* translated<T>(
  source: AsyncIterable<T>,
  exchange: Exchange,
): AsyncGenerator<T, void, undefined> {
  try {
    yield* source;
  } catch (error) {
    throw exchange.meaningOf(error);
  }
}
