import type { IncomingMessage } from "node:http";

/** A name or an address with a port: anything else in the header is no address of the service. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The service's own address as a caller knows it, without a slash at its end, for links: what `GALLEY_PUBLIC_URL` says,
 * else the host that the request names, with https where a proxy says that the caller used it.
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
