import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

/** A paragraph whose first letter is as high as its first `lines` lines. */
function opened(lines: number, firstLine: string): PageBuilder {
  const page = new PageBuilder();
  const size = 10 * (1 + (1.2 * (lines - 1)) / 0.7);
  const indent = 50 + 0.5 * size + 1;
  page.text("O", 50, 100 + 12 * (lines - 1), { size });
  for (let line = 0; line < 6; line++) {
    const text = line === 0 ? firstLine : "and it went on in the same manner";
    page.text(text, line < lines ? indent : 50, 100 + 12 * line);
  }
  return page;
}

test.each([2, 3])("a letter as high as the first %d lines of its paragraph opens the first one", (lines) => {
  const { text } = layoutPage(opened(lines, "nce upon a time there was a").build(), OPTIONS);
  const [first = "", second = ""] = text.split("\n");
  expect(first.trim()).toBe("Once upon a time there was a");
  expect(second.trim()).toBe("and it went on in the same manner");
});

test("a large letter on the baseline of its line stays there", () => {
  const page = new PageBuilder()
    .text("O", 50, 100, { size: 30 })
    .text("nce upon a time there was a", 66, 100);
  for (const line of [1, 2, 3]) page.text("and it went on in the same manner", 50, 100 + 12 * line);
  expect(layoutPage(page.build(), OPTIONS).text.split("\n")[0]).toBe("Once upon a time there was a");
});

test("the number of a chapter beside lines of its own size stays apart", () => {
  const page = new PageBuilder().text("7", 50, 112, { size: 27 });
  page.text("The harbour", 64, 100).text("and its buildings", 64, 112).text("were sold", 64, 124);
  expect(layoutPage(page.build(), OPTIONS).text.split("\n")[0]?.trim()).toBe("The harbour");
});
