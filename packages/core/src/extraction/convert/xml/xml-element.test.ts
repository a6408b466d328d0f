import { expect, test } from "vitest";
import { parseXmlText } from "./xml-element.ts";

test("XML with more elements than a thread can hold is rejected in plain words", () => {
  expect(() => parseXmlText("<a/>".repeat(3_000_001))).toThrow(
    "A part of the document has more than 3000000 XML elements. Divide it into smaller documents.",
  );
});
