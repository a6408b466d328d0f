import { expect, test } from "vitest";
import { layoutPage } from "./layout-page.ts";
import { OPTIONS, PageBuilder } from "./testing/page-builder.ts";

test("empty cells stay empty and the values after them do not shift", () => {
  const page = new PageBuilder();
  page.text("Name", 50, 100).text("Debit", 200, 100).text("Credit", 300, 100);
  page.text("Rent", 50, 112).text("90.00", 300, 112);
  page.text("Sale", 50, 124).text("25.00", 200, 124);
  const [head = "", rent = "", sale = ""] = layoutPage(page.build(), OPTIONS).text.split("\n");
  expect(rent.indexOf("90.00")).toBe(head.indexOf("Credit"));
  expect(sale.indexOf("25.00")).toBe(head.indexOf("Debit"));
});

test("a page without anything has one empty line of text and no words", () => {
  expect(layoutPage(new PageBuilder().build(), OPTIONS)).toEqual({
    text: "",
    lines: new Float32Array(5),
    words: new Float64Array(),
  });
});
