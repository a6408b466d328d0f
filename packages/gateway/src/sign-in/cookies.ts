import type { IncomingMessage } from "node:http";

/** The value of a cookie of the request; undefined if it is missing. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const pair of (headers.cookie ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

export interface CookiePlace {
  readonly path: string;
  /** Whether the browser sends it only over https. */
  readonly secure: boolean;
}

/**
 * A cookie that scripts cannot read and that forms of other sites do not send. The value needs no quoting.
 */
export function cookie(
  name: string,
  { value, maxAgeSeconds }: { readonly value: string; readonly maxAgeSeconds: number },
  { path, secure }: CookiePlace,
): string {
  const attributes = [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAgeSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  return [...attributes, ...(secure ? ["Secure"] : [])].join("; ");
}
