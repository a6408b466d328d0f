import { expect, test } from "vitest";
import { mediaTypeOf, refuseUnsupported } from "./media-type.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

test.each([
  ["its header", "%PDF-1.7\n"],
  ["its header after other bytes", `${"junk\n".repeat(100)}%PDF-1.4\n`],
  ["a byte order mark before its header", "\xef\xbb\xbf%PDF-1.4"],
  ["its first object where the header is missing", "1 0 obj\n<</Type /Catalog>>"],
])("a PDF is told by %s", (_, head) => {
  expect(mediaTypeOf(bytes(head))).toBe("application/pdf");
  expect(() => refuseUnsupported(bytes(head))).not.toThrow();
});

test("a PDF whose beginning is lost is told by its end", () => {
  expect(() => refuseUnsupported(bytes(`${"\0".repeat(9000)}\nstartxref\n0\n%%EOF`))).not.toThrow();
});

test.each([
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["II*\0", "image/tiff"],
  ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
  ["BM", "image/bmp"],
  ["GIF89a", "image/gif"],
])("%j begins an image of type %s, which is read", (head, mediaType) => {
  expect(mediaTypeOf(bytes(head))).toBe(mediaType);
  expect(() => refuseUnsupported(bytes(head))).not.toThrow();
});

test.each([["PK\x03\x04", "application/zip", "a ZIP file or an Office document"]])(
  "%j begins a document of type %s, which is refused by name",
  (head, mediaType, name) => {
    expect(mediaTypeOf(bytes(head))).toBe(mediaType);
    expect(() => refuseUnsupported(bytes(head))).toThrow(`The document is ${name}; supported: PDF, PNG,`);
  },
);

test.each(["", "hello", `${" ".repeat(5000)}%PDF-1.4${" ".repeat(5000)}`])(
  "%.20j begins nothing known",
  (head) => {
    expect(mediaTypeOf(bytes(head))).toBeUndefined();
    expect(() => refuseUnsupported(bytes(head))).toThrow("of an unknown kind");
  },
);
