import { createExtractor, type Extractor } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocument } from "../fixtures/pdf/document.ts";
import { A4 } from "../fixtures/pdf/geometry.ts";

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 1 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

const LABELS = ["Search Ad", "Newspaper", "Radio", "predecessor", "Yes", "No", "Oslo", "Other (please name)"];

const square = (x: number, y: number, side: number): string => `${x} ${y} ${side} ${side} re S`;

function ring(x: number, y: number, side: number): string {
  const radius = side / 2;
  const [cx, cy, bend] = [x + radius, y + radius, 0.5523 * radius];
  const quarter = (ax: number, ay: number, bx: number, by: number): string =>
    `${cx + ax * radius + bx * bend} ${cy + ay * radius + by * bend} ` +
    `${cx + bx * radius + ax * bend} ${cy + by * radius + ay * bend} ${cx + bx * radius} ${cy + by * radius} c`;
  return `${cx + radius} ${cy} m ${quarter(1, 0, 0, 1)} ${quarter(0, 1, -1, 0)} ${quarter(-1, 0, 0, -1)} ${quarter(0, -1, 1, 0)} s`;
}

/** A picture of a form whose boxes are close to their labels; the second is marked. */
async function scannedForm(
  outline: (x: number, y: number, side: number) => string,
  { size, side, gap, dpi }: { size: number; side: number; gap: number; dpi: number },
): Promise<Uint8Array> {
  const document = createDocument();
  document.page(A4, (page) => {
    page.text("How did you hear about us? Please tick all that apply.", { x: 72, y: 80, size });
    for (const [index, label] of LABELS.entries()) {
      const [x, y] = [72, 110 + 22 * index];
      page.operators(`0.75 w ${outline(x, page.frame.height - y - 1, side)}`);
      const middle = page.frame.height - y - 1 + side / 2;
      if (index === 1) page.operators(`${x + side / 2 - 2} ${middle - 2} 4 4 re f`);
      page.text(label, { x: x + side + gap, y, size });
    }
    page.text("Some more text follows below the boxes of this form.", { x: 72, y: 300, size });
  });
  return (await extractor.renderPage(document.finish().bytes, 1, { dpi, grey: true })).png;
}

test.each([
  ["check boxes", square, { size: 9, side: 8, gap: 2, dpi: 150 }],
  ["radio buttons", ring, { size: 9, side: 9, gap: 2, dpi: 200 }],
  ["radio buttons closer to their labels", ring, { size: 8, side: 8, gap: 1.5, dpi: 200 }],
])("%s that almost touch their printed labels are no letters of them", async (_, outline, proportions) => {
  const { text } = await extractor.extract(await scannedForm(outline, proportions), { mode: "form" });
  const read = text.split("\n").filter((line) => line.trim() !== "");
  expect(read.slice(1, 1 + LABELS.length).map((line) => line.trim())).toEqual(
    LABELS.map((label, index) => `[${index === 1 ? "X" : " "}] ${label}`),
  );
});
