import type { IncomingMessage } from "node:http";

/** Links the browser that left for a provider to the one that comes back. */
const NAME = "galley-oauth";

const LIFETIME_S = 600;

interface Place {
  readonly path: string;
  /** Whether the cookie may be sent over encrypted connections only. */
  readonly secure: boolean;
}

/** `SameSite=Lax`, since the provider's page links back here. */
export function keptCookie(secret: string, place: Place): string {
  return cookie(secret, LIFETIME_S, place);
}

export function clearedCookie(place: Place): string {
  return cookie("", 0, place);
}

function cookie(value: string, seconds: number, { path, secure }: Place): string {
  const attributes = [`Path=${path}`, `Max-Age=${seconds}`, "HttpOnly", "SameSite=Lax"];
  return [`${NAME}=${value}`, ...attributes, ...(secure ? ["Secure"] : [])].join("; ");
}

export function browserSecretOf({ headers }: IncomingMessage): string | undefined {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return found === "" ? undefined : found;
}
