import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

test("a bracket that hangs out of its column of ideographs has no column of its own", () => {
  const page = new PageBuilder();
  const square = { advance: 1 };
  page.text("達到約保證金", 50, 100, square).text("（現金客戶）", 45, 115, square);
  page.text("結算進行結算", 50, 130, square).text("（所有現金）", 50, 145, square);
  const { text } = layoutPage(page.build(), OPTIONS);
  expect(text.split("\n")).toEqual(["達到約保證金", "（現金客戶）", "結算進行結算", "（所有現金）"]);
});
