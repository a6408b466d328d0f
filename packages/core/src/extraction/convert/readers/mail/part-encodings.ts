import { utf16Of } from "../../../document/plain-text.ts";
import { decodeText, encodingOf, isEncoding } from "../../encodings/decode-text.ts";

/** The lines of a part's header: at the start of the message, and after each boundary. */
const HEADERS = /(?<=^|\n--[^\n]{0,200}\n)(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+/g;

/** The type of a part, with its parameters on lines of their own. */
const TYPE =
  /^Content-Type:[ \t]*(?:text\/(?:html|plain)|application\/xhtml\+xml)\b[^\n]*\n(?:[ \t][^\n]*\n)*/im;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;
const TRANSFER = /^Content-Transfer-Encoding:[ \t]*(base64|quoted-printable)/im;

/**
 * The message with the encodings in which its text parts are: browsers that save pages name none, or one that nobody
 * knows, and leave it to the page. Pages of XHTML become HTML, so that they count as text. A message in UTF-16 becomes
 * one in UTF-8.
 */
export function withPartEncodings(bytes: Uint8Array): Uint8Array {
  const isUtf16 = utf16Of(bytes) !== undefined;
  const message = isUtf16
    ? Buffer.from(decodeText(bytes))
        .toString("latin1")
        .replace(/^\xef\xbb\xbf/, "")
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const changed = message.replaceAll(HEADERS, (headers: string, at: number) =>
    headers.replace(TYPE, (type) => {
      const transfer = TRANSFER.exec(headers)?.[1];
      const body = (): Uint8Array => bodyAfter(message, at + headers.length, transfer);
      const known = type.replace(/application\/xhtml\+xml/i, "text/html");
      // Its text was decoded with the message.
      return isUtf16 && transfer === undefined ? inEncoding(known, "utf-8") : withEncoding(known, body);
    }),
  );
  return changed === message && !isUtf16 ? bytes : Buffer.from(changed, "latin1");
}

function withEncoding(type: string, body: () => Uint8Array): string {
  const [, quoted, plain] = CHARSET.exec(type) ?? [];
  const declared = (quoted ?? plain ?? "").trim();
  return isTrusted(declared, body) ? type : inEncoding(type, encodingOf(body()));
}

function inEncoding(type: string, encoding: string): string {
  return type
    .replace(CHARSET, "")
    .replace(/^[^;\r\n]*/, (start) => `${start.trimEnd()}; charset=${encoding}`);
}

/** US-ASCII is what programs declare that do not look; UTF-16 may have either order. */
function isTrusted(declared: string, body: () => Uint8Array): boolean {
  if (/^utf-?16$|^unicode$/i.test(declared)) return utf16Of(body()) !== "utf-16be";
  return declared !== "" && !/^us-ascii$/i.test(declared) && isEncoding(declared);
}

/** The bytes of a part up to the next boundary. */
function bodyAfter(message: string, start: number, transfer: string | undefined): Uint8Array {
  const end = message.indexOf("\n--", start);
  const text = message.slice(start, end === -1 ? undefined : end).replace(/^\r?\n/, "");
  if (transfer?.toLowerCase() === "base64") return Buffer.from(text, "base64");
  if (transfer === undefined) return Buffer.from(text, "latin1");
  const plain = text.replaceAll(/=\r?\n/g, "");
  return Buffer.from(
    plain.replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}
