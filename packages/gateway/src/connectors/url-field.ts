import { z } from "zod";
import type { ServerPlace } from "./connector-definition.ts";

/** An http or https URL. Credentials have fields of their own. */
export function urlField(meta: z.GlobalMeta): z.ZodType<string> {
  return z
    .url({ protocol: /^https?$/ })
    .refine((written) => isPlain(URL.parse(written)), "expected a URL without user name and password")
    .meta(meta);
}

/** Values that are not URLs are left to the other check. */
function isPlain(url: URL | null): boolean {
  return url === null || (url.username === "" && url.password === "");
}

/** The server of a URL. */
export function placeOfUrl(url: string): ServerPlace {
  const { hostname, port, protocol } = new URL(url);
  const tls = protocol === "https:";
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (tls ? 443 : 80), tls };
}
