import { isIP } from "node:net";
import type { AddressPolicy } from "./address-policy.ts";
import { OutboundError, refused } from "./outbound-error.ts";

/** Ports below it are reserved for services such as mail and terminals; only 80 and 443 are allowed. */
const FIRST_HIGH_PORT = 1024;

/**
 * The URL in canonical form, checked as far as possible without the network.
 *
 * @throws OutboundError `refused`.
 */
export function targetOf(text: string, policy: AddressPolicy): URL {
  const url = URL.parse(text);
  if (!url) throw refused("not a URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") throw refused(`scheme ${url.protocol}`);
  if (url.username !== "" || url.password !== "") throw refused("credentials");
  const port = portOf(url);
  if (port < FIRST_HIGH_PORT && port !== 80 && port !== 443) throw refused(`port ${port}`);
  const host = hostOf(url);
  if (isIP(host) !== 0 && !policy.permits(host)) throw refused(`address ${host}`);
  return url;
}

/**
 * The target of a redirect, under the same rules.
 *
 * @throws OutboundError `refused`, or `redirect` for a redirect from https to http.
 */
export function redirectTarget(from: URL, location: string, policy: AddressPolicy): URL {
  const absolute = URL.parse(location, from);
  const to = targetOf(absolute?.href ?? location, policy);
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw new OutboundError("redirect", "The URL redirects from https to http.");
  }
  return to;
}

/** The host name, or the IP address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

export function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}
