import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

const VERTICAL = { vertical: true, angle: 90, advance: 1 };

test("glyphs of a vertical font that are set one by one from left to right are read across", () => {
  const page = new PageBuilder();
  for (const [row, line] of ["NOTICE OF HEARING", "The clerk will hold"].entries()) {
    for (const [index, letter] of Array.from(line).entries()) {
      page.text(letter, 60 + 6 * index, 100 + 20 * row, VERTICAL);
    }
  }
  expect(layoutPage(page.build(), OPTIONS).text).toBe("NOTICE OF HEARING\nThe clerk will hold");
});

test("text that is written downwards is read downwards", () => {
  const page = new PageBuilder()
    .text("縦書きの文字", 100, 100, VERTICAL)
    .text("二行目の文字", 80, 100, VERTICAL);
  expect(layoutPage(page.build(), OPTIONS).text).toBe("縦書きの文字\n二行目の文字");
});
