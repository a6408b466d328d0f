import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

function textOf(page: PageBuilder): string {
  return layoutPage(page.build(), OPTIONS).text;
}

test("a text longer than a line is written whole, and what follows is not affected", () => {
  const long = ["n", "é", "\u03bb", "\ud835\udc4b"].map((letter) => letter.repeat(3000));
  const page = new PageBuilder().glyphs(long, 50, 100).text("after it", 50, 112);
  expect(textOf(page) === `${long.join("")}\nafter it`).toBe(true);
});

test("a lone surrogate stays as it is", () => {
  expect(textOf(new PageBuilder().glyphs(["a", "\ud835", "b"], 50, 100))).toBe("a\ud835b");
});
