import type { IncomingMessage } from "node:http";

/**
 * The header `Document-Password`: UTF-8, or ISO 8859-1 where it is none, since clients send both. Node hands out each
 * byte as a character.
 */
export function documentPasswordHeader({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  const value = headers["document-password"];
  if (typeof value !== "string" || value === "") return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}
