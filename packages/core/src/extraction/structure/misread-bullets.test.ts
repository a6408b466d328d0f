import { expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import type { PageContent } from "../page/page-content.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { blocksOf } from "./testing/made-blocks.ts";

/** A page whose text was recognised. */
class RecognisedPage extends PageBuilder {
  override build(): PageContent {
    const content = super.build();
    const { glyphs, fonts } = content;
    return {
      ...content,
      fonts: fonts.map((font) => ({ ...font, recognised: true })),
      glyphs: { ...glyphs, confidence: new Float32Array(glyphs.count).fill(0.9) },
    };
  }
}

const ITEMS = ["Wear gloves at all times", "Keep the door shut", "Report each leak"];

function list(page: PageBuilder, markers: readonly string[], gap = 14): PageBuilder {
  page.text("Please read these rules before you enter the plant.", 50, 80);
  for (const [row, text] of ITEMS.entries())
    page.text(markers[row] ?? "", 60, 110 + 16 * row).text(text, 60 + gap, 110 + 16 * row);
  return page;
}

test("signs that recognition reads in place of bullets are bullets", () => {
  const markdown = toMarkdown(blocksOf(list(new RecognisedPage(), ["®", "¢", "e"])));
  expect(markdown).toContain(ITEMS.map((text) => `- ${text}`).join("\n"));
});

test("a recognised currency before amounts is no bullet", () => {
  const page = new RecognisedPage();
  for (const [row, amount] of ["€ 412.50", "€ 90.00", "€ 37.25"].entries())
    page.text(`Item ${row + 1}`, 60, 110 + 16 * row).text(amount, 300, 110 + 16 * row);
  const markdown = toMarkdown(blocksOf(page));
  expect(markdown).toContain("€ 90.00");
  expect(markdown).not.toContain("•");
});

test("signs of the document itself stay", () => {
  const markdown = toMarkdown(blocksOf(list(new PageBuilder(), ["®", "¢", "®"])));
  expect(markdown).toContain("¢");
  expect(markdown).not.toContain("- Keep");
});

test("letters with a usual space after them are words", () => {
  const markdown = toMarkdown(blocksOf(list(new RecognisedPage(), ["e", "o", "e"], 8)));
  expect(markdown).not.toContain("- ");
});

test("a letter between aligned lines without one is a word", () => {
  const page = new RecognisedPage();
  for (const [row, text] of ["e  sempre assim", "foi no tempo", "o  rio corre"].entries())
    page.text(text, 60, 110 + 12 * row);
  expect(toMarkdown(blocksOf(page))).not.toContain("- ");
});
