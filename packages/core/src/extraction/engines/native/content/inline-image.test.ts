import { expect, test } from "vitest";
import { ContentLexer } from "./content-lexer.ts";
import { readInlineImage } from "./inline-image.ts";

function behindImage(image: string): { rest: string; width: number; height: number } {
  const bytes = Uint8Array.from(image, (character) => character.charCodeAt(0));
  const lexer = new ContentLexer(bytes);
  const size = readInlineImage(lexer);
  return { rest: image.slice(lexer.position), ...size };
}

test.each([
  ["white space before EI", "/W 4 /H 2 /BPC 1 ID \x01\x02 EI Q BT (text) Tj"],
  ["image data up to EI", "/W 4 /H 2 /BPC 1 ID \x01\x00EI \nQ\nBT (text) Tj"],
  ["boolean entries", "/W 4 /H 2 /IM true /I false /Decode [ 1 0 ] ID \x01\x00EI \nQ\nBT (text) Tj"],
  ["an EI inside the data", "/W 4 /H 2 ID \x01 EI \xff\xfe\x01\x02 EI\nQ BT (text) Tj"],
])("content goes on behind an inline image with %s", (_, image) => {
  const { rest, width, height } = behindImage(image);
  expect(rest.trim()).toMatch(/^Q\s+BT \(text\) Tj$/);
  expect({ width, height }).toEqual({ width: 4, height: 2 });
});

test("an inline image without an end takes the rest of the content", () => {
  expect(behindImage("/W 4 /H 2 ID \x01\x02\x03").rest).toBe("");
});
