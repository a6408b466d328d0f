import type { IncomingMessage } from "node:http";

/** A name or an address with a port; anything else in the header is ignored. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The service's address as a client knows it, without a trailing slash, for links: `GALLEY_PUBLIC_URL`, or
 * else the Host header of the request, with https if a proxy reports it.
 */
export function publicUrlFrom(configured: string | undefined): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    if (configured !== undefined) return configured;
    const forwarded = headers["x-forwarded-proto"];
    const scheme = forwarded === "https" ? "https" : "http";
    const { host = "" } = headers;
    const named = `${scheme}://${host}`;
    return HOST.test(host) && URL.canParse(named) ? named : `${scheme}://${localAddressOf(socket)}`;
  };
}

function localAddressOf({ localAddress = "127.0.0.1", localPort = 80 }: IncomingMessage["socket"]): string {
  return `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}
