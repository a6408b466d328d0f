import { expect, test } from "vitest";
import { onePagePdf } from "../../engines/testing/tiny-pdf.ts";
import { extractText } from "../../extract-text.ts";

const SIDE = 3118;
const ROWS = 1000;

/** A form of 1.1 m with type of 2.5 points: a label on the left, and a value somewhere on the right of each row. */
function largeForm(valueAt: (row: number) => number): Uint8Array {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const y = SIDE - 20 - 3 * row;
    return `BT /F1 2.5 Tf 1 0 0 1 20 ${y} Tm (Label${row}) Tj 1 0 0 1 ${valueAt(row)} ${y} Tm (Value${row}) Tj ET`;
  });
  return onePagePdf(rows.join("\n"), { page: `/MediaBox [0 0 ${SIDE} ${SIDE}]` });
}

test.each([
  ["in one column", () => 3000],
  ["all over the page", (row: number) => 100 + ((row * 7919) % 2900)],
])("the spaces of a large page with values %s are bounded, and no word is lost", async (_, valueAt) => {
  const { pages } = await extractText(largeForm(valueAt), { mode: "native_text" });
  const [page] = pages;
  expect(page?.text.length).toBeLessThan(130_000);
  const words = page?.text.split(/\s+/u).filter((word) => word !== "") ?? [];
  expect(words).toEqual(Array.from({ length: ROWS }, (_row, row) => [`Label${row}`, `Value${row}`]).flat());
  expect(page?.outcome).toMatchObject({
    message: expect.stringMatching(/^The page's layout needs [\d,]+ spaces, more than 100,000, so columns/u),
  });
});
