import { createDocument } from "../../fixtures/pdf/document.ts";
import { type Font, standardFont } from "../../fixtures/pdf/font.ts";
import { A4 } from "../../fixtures/pdf/geometry.ts";
import type { PageBuilder } from "../../fixtures/pdf/page.ts";
import { seeded } from "../../fixtures/random.ts";
import { someWords } from "../../fixtures/words.ts";

/** A page of prose in columns, and its text in reading order. */
export interface ColumnPage {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

const MARGIN = 54;
const TOP = 130;
const BOTTOM = 780;

/** Pages of two and three columns, ragged and justified, with and without a second block of columns. */
export function columnPages(): readonly ColumnPage[] {
  return [2, 3].flatMap((columns) =>
    Array.from({ length: 6 }, (_, variant) =>
      columnPage({ columns, isJustified: variant % 2 === 1, variant }),
    ),
  );
}

function columnPage(look: { columns: number; isJustified: boolean; variant: number }): ColumnPage {
  const { columns, isJustified, variant } = look;
  const random = seeded(100 * columns + variant);
  const gutter = random.number(12, 30);
  const size = random.number(8, 10.5);
  const font = standardFont(random.pick(["Times-Roman", "Helvetica"]));
  const width = (A4.width - 2 * MARGIN - (columns - 1) * gutter) / columns;
  const stretches =
    variant < 3
      ? [[TOP, BOTTOM]]
      : [
          [TOP, 400],
          [450, BOTTOM],
        ];
  const text: string[] = [];
  const document = createDocument();
  document.page(A4, (page) => {
    for (const [stretch, [top = TOP, bottom = BOTTOM]] of stretches.entries()) {
      const heading = someWords(4, 1000 * variant + stretch);
      page.text(heading, { x: MARGIN, y: top - 30, size: 1.5 * size, font: standardFont("Helvetica-Bold") });
      text.push(heading);
      for (let column = 0; column < columns; column++) {
        const x = MARGIN + column * (width + gutter);
        for (let y = top, seed = 97 * column + top; y <= bottom; y += 1.2 * size, seed++) {
          const line = fittingWords({ font, size, width }, seed);
          drawLine(page, line, { x, y, size, font, width: isJustified ? width : undefined });
          text.push(line);
        }
      }
    }
  });
  return {
    name: `${columns} columns, ${isJustified ? "justified" : "ragged"}, ${variant + 1}`,
    bytes: document.finish().bytes,
    text: text.join("\n"),
  };
}

/** As many words as fit. */
function fittingWords(look: { font: Font; size: number; width: number }, seed: number): string {
  const words = someWords(30, seed).split(" ");
  while (widthOf(words.join(" "), look) > look.width) words.pop();
  return words.join(" ");
}

/** Word by word, so that the blanks can fill the width. */
function drawLine(
  page: PageBuilder,
  line: string,
  look: { x: number; y: number; size: number; font: Font; width: number | undefined },
): void {
  const words = line.split(" ");
  const natural = widthOf(line, look);
  const extra = look.width === undefined ? 0 : (look.width - natural) / Math.max(1, words.length - 1);
  let { x } = look;
  for (const word of words) x = page.text(word, { ...look, x }) + widthOf(" ", look) + extra;
}

function widthOf(text: string, { font, size }: { font: Font; size: number }): number {
  return (font.widthOf(text) / 1000) * size;
}
