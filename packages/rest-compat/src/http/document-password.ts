import type { IncomingMessage } from "node:http";

/**
 * The header `Document-Password`, as UTF-8 or, if it is not valid UTF-8, as ISO 8859-1: clients send both. Node
 * returns each byte as a character.
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
