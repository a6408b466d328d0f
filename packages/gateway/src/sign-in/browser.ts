import type { IncomingMessage, ServerResponse } from "node:http";
import type { SignedIn, Visitor } from "@galley/core/domain";
import { callerAddress } from "../caller-address.ts";
import { cookie } from "./cookies.ts";
import { comesFromOwnPages, SESSION_COOKIE, sessionOf } from "./session-cookie.ts";

/** The browser of a request, which keeps its session in a cookie. */
export interface Browser {
  readonly visitor: Visitor;
  /** The service's address as the browser knows it, without a trailing slash. */
  readonly ownUrl: string;
  /** The site that passkeys belong to; undefined if its address is not certain. */
  readonly passkeyUrl: string | undefined;
  /** Whether the request comes from a page of another site. */
  readonly isForeign: boolean;
  /** Stores the session in the browser. */
  keep(signedIn: SignedIn): void;
  /** Removes the session from the browser. */
  forget(): void;
}

interface Site {
  readonly ownUrl: string;
  /** Whether the address is configured; otherwise it is what the request says. */
  readonly isConfigured: boolean;
}

export function browserOf(
  request: IncomingMessage,
  response: ServerResponse,
  { ownUrl, isConfigured }: Site,
): Browser {
  const place = { path: "/", secure: ownUrl.startsWith("https:") };
  const store = (value: string, maxAgeSeconds: number): void =>
    void response.appendHeader("Set-Cookie", cookie(SESSION_COOKIE, { value, maxAgeSeconds }, place));
  return {
    visitor: {
      address: callerAddress() ?? "unknown",
      userAgent: request.headers["user-agent"] ?? "",
      replaces: sessionOf(request, ownUrl),
    },
    ownUrl,
    passkeyUrl: isConfigured || new URL(ownUrl).hostname === "localhost" ? ownUrl : undefined,
    isForeign: isBrowser(request) && !comesFromOwnPages(request, ownUrl),
    keep: ({ secret, session: { createdAt, expiresAt } }) =>
      store(secret, Math.floor((expiresAt.getTime() - createdAt.getTime()) / 1000)),
    forget: () => store("", 0),
  };
}

/** Browsers send at least one of these with every request that changes something. */
function isBrowser({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}
