import type { FieldDocument } from "../document/field-document.ts";

/** The texts of a line, each with its left edge in points. */
export type MadeLine = readonly (readonly [x: number, text: string])[];

/** A page whose lines are texts at a left edge: words of one text stand together, as they are set in ten points. */
export function page(...lines: readonly MadeLine[]): FieldDocument {
  const placed = lines.map((parts, line) => ({
    text: parts.map(([, text]) => text).join("   "),
    words: parts.flatMap(([x, text]) => wordsAt(x, 40 + 14 * line, text)),
  }));
  return {
    pages: [{ number: 1, width: 595, height: 842, lines: placed, formFields: [], checkMarks: [] }],
    blocks: { version: 1, pages: [{ number: 1, width: 595, height: 842 }], blocks: [], notes: [] },
    files: [],
  };
}

function wordsAt(
  x: number,
  y: number,
  text: string,
): FieldDocument["pages"][number]["lines"][number]["words"] {
  let at = x;
  return text.split(" ").map((word) => {
    const box = { x0: at, y0: y, x1: at + 5 * word.length, y1: y + 10 };
    at = box.x1 + 3;
    return { text: word, box, confidence: 1 };
  });
}
