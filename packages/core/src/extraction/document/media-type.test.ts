import { describe, expect, test } from "vitest";
import { isConverted, mediaTypeOf, refuseUnsupported } from "./media-type.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

test.each([
  ["its header", "%PDF-1.7\n"],
  ["its header after other bytes", `${"junk\n".repeat(100)}%PDF-1.4\n`],
  ["a byte order mark before its header", "\xef\xbb\xbf%PDF-1.4"],
  ["its first object where the header is missing", "1 0 obj\n<</Type /Catalog>>"],
])("a PDF is recognised by %s", (_, head) => {
  expect(mediaTypeOf(bytes(head))).toBe("application/pdf");
  expect(() => refuseUnsupported(bytes(head))).not.toThrow();
});

test("a form that a browser posts is refused, unless it contains a PDF", () => {
  const form = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  expect(() => refuseUnsupported(bytes(`${form}a,b\r\n--X--`))).toThrow(
    /^The document is a multipart form; .* Send the document itself, as the body of the request\.$/,
  );
  expect(() => refuseUnsupported(bytes(`${form}%PDF-1.7`))).not.toThrow();
  expect(mediaTypeOf(bytes("--X\r\nA list of parts"))).toBe("text/plain");
});

// Each more takes twice as long if a comment may end at the end of the next one.
test("the type of a text that begins with many comments is found at once", { timeout: 20_000 }, () => {
  expect(mediaTypeOf(bytes(`${"<!---->".repeat(36)}x`))).toBe("text/plain");
  expect(mediaTypeOf(bytes(`${"<!---->".repeat(36)}<svg>`))).toBe("image/svg+xml");
});

test("a text that begins like a PGM is a text", () => {
  expect(mediaTypeOf(bytes("P2 24 12 60 pieces"))).toBe("text/plain");
});

test("a PDF without its beginning is recognised by its end", () => {
  expect(() => refuseUnsupported(bytes(`${"\0".repeat(9000)}\nstartxref\n0\n%%EOF`))).not.toThrow();
});

test.each([
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["II*\0", "image/tiff"],
  ["MM\0+", "image/tiff"],
  ["\0\0\0\x0cjP  \r\n\x87\n", "image/jp2"],
  ["\xff\x4f\xff\x51\0\x2f", "image/jp2"],
  ["P4 8 8\n\0", "image/x-portable-anymap"],
  ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
  ["BM", "image/bmp"],
  ["GIF89a", "image/gif"],
  ["\0\0\0\x1cftypavif", "image/avif"],
  ["\0\0\0\x20ftypmif1\0\0\0\0mif1avifmiaf", "image/avif"],
])("%j begins an image of type %s, which is read", (head, mediaType) => {
  expect(mediaTypeOf(bytes(head))).toBe(mediaType);
  expect(() => refuseUnsupported(bytes(head))).not.toThrow();
});

/** The header of a file in a TAR archive, as the V7 format has it. */
function tarHeader(name: string): string {
  const fields = [
    name.padEnd(100, "\0"),
    "0000644\0",
    "0000000\0",
    "0000000\0",
    "00000001000\0",
    "00000000000\0",
  ];
  const before = fields.join("");
  const after = "0".padEnd(512 - before.length - 8, "\0");
  const sum = bytes(`${before}        ${after}`).reduce((total, byte) => total + byte, 0);
  return `${before}${sum.toString(8).padStart(6, "0")}\0 ${after}`;
}

/** A PDF, stored in another file. */
const STORED_PDF = "stored report.pdf\n%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF";

describe.each([
  ["PK\x03\x04", "application/zip"],
  ["\xd0\xcf\x11\xe0", "application/x-ole-storage"],
  ["{\\rtf1", "application/rtf"],
  ["<!doctype html><p>", "text/html"],
  ["\xef\xbb\xbf\n<HTML>", "text/html"],
  ['<?xml version="1.0"?>', "application/xml"],
  ['<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg">', "image/svg+xml"],
  ["Received: from a\r\n\tby b\r\nSubject: c\r\n\r\n", "message/rfc822"],
  ["Subject: c\nX-Mailer: d\nMIME-Version: 1.0\n\n", "message/rfc822"],
  ["From ada@example.org Sun Nov 22 04:00:00 2026\n", "message/rfc822"],
])("%.20j", (head, mediaType) => {
  test.each(["", STORED_PDF])("starts a document that is converted, with %.12j in it", (rest) => {
    expect(mediaTypeOf(bytes(head + rest))).toBe(mediaType);
    expect(isConverted(mediaType)).toBe(true);
    expect(() => refuseUnsupported(bytes(head + rest))).not.toThrow();
  });
});

test.each(["hello", "Größe;Preis\r\n1;2", "\xff\xfeh\0i\0", "<br />\n<b>Warning</b>\n"])(
  "%.20j is text",
  (text) => {
    expect(mediaTypeOf(bytes(text))).toBe("text/plain");
    expect(() => refuseUnsupported(bytes(text))).not.toThrow();
  },
);

describe.each([
  ["\0\0\0\x18ftypheic", "image/heic", "a HEIC image"],
  ["\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "image/heic", "a HEIC image"],
  [tarHeader("report.pdf"), "application/x-tar", "a TAR archive"],
  ["!<arch>\nreport.pdf/", "application/x-archive", "an AR archive"],
  ["%FDF-1.2\n", "application/vnd.fdf", "an FDF file"],
])("%.20j", (head, mediaType, name) => {
  test.each(["", STORED_PDF])("starts a document that is rejected by name, with %.12j in it", (rest) => {
    expect(mediaTypeOf(bytes(head + rest))).toBe(mediaType);
    expect(() => refuseUnsupported(bytes(head + rest))).toThrow(
      `The document is ${name}; supported: PDF, images`,
    );
  });
});

test.each([
  "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nDate: Sun\r\n\r\n",
  "<br />\n<b>Warning</b>: from the server\n",
  "%!PS-Adobe-3.0 PDF-1.4\n",
  "BM",
  "\n \t\r\n",
])("%j before a PDF's header is skipped", (junk) => {
  expect(mediaTypeOf(bytes(`${junk}%PDF-1.4\n`))).toBe("application/pdf");
});

test.each(["", "\0\x01\x02binary", `${"\0".repeat(5000)}%PDF-1.4${" ".repeat(5000)}`])(
  "%.20j starts no known format",
  (head) => {
    expect(mediaTypeOf(bytes(head))).toBeUndefined();
    expect(() => refuseUnsupported(bytes(head))).toThrow("of an unknown kind");
  },
);
