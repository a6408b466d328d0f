import { expect, test } from "vitest";
import type { LayoutOptions } from "./layout-options.ts";
import { layoutPage } from "../layout/layout-page.ts";
import { OPTIONS, PageBuilder } from "../layout/testing/page-builder.ts";

function linesOf(page: PageBuilder, options: Partial<LayoutOptions> = {}): readonly string[] {
  return layoutPage(page.build(), { ...OPTIONS, ...options }).text.split("\n");
}

test.each([
  [0.1, 2],
  [0.4, 1],
  [0.9, 1],
])("with a line tolerance of %f, text 3 points off its row of 10 makes %i lines", (lineTolerance, count) => {
  const page = new PageBuilder().text("left", 50, 100).text("right", 200, 103);
  expect(linesOf(page, { lineTolerance })).toHaveLength(count);
});

test("table mode keeps rows of a dense table apart that other modes join", () => {
  const page = new PageBuilder()
    .text("1001", 50, 100)
    .text("paid", 150, 103)
    .text("Rent", 250, 100)
    .text("open", 350, 103);
  expect(linesOf(page, { mode: "table" })).toEqual([
    expect.stringMatching(/^1001 +Rent$/u),
    expect.stringMatching(/^ +paid +open$/u),
  ]);
  expect(linesOf(page, { mode: "form" })).toHaveLength(1);
});

test.each([
  ["columns with baselines of their own", new PageBuilder().text("left", 50, 100).text("right", 200, 103)],
  [
    "a column between two others",
    new PageBuilder().text("left", 50, 100).text("middle", 200, 103).text("right", 350, 100),
  ],
  [
    "two cells beside two others",
    new PageBuilder().text("Rent", 50, 100).text("90", 120, 100).text("Heat", 300, 103).text("40", 370, 103),
  ],
  [
    "large amounts and their small labels",
    new PageBuilder()
      .text("90", 50, 100, { size: 16 })
      .text("net", 120, 97)
      .text("107", 200, 100, { size: 16 })
      .text("gross", 300, 97),
  ],
])("table mode keeps %s on one line, as native_text does", (_, page) => {
  const lines = linesOf(page, { mode: "table" });
  expect(lines).toHaveLength(1);
  expect(lines).toEqual(linesOf(page, { mode: "native_text" }));
});

test.each([
  ["left-priority", [/^left +middle$/u, /^ +right$/u]],
  ["mid-priority", [/^left +middle +right$/u]],
  ["right-priority", [/^left$/u, /^ +middle +right$/u]],
] as const)("of a stepped row, %s decides what is on its line", (lineStrategy, lines) => {
  const page = new PageBuilder().text("left", 50, 100).text("middle", 250, 103.5).text("right", 450, 107);
  const written = linesOf(page, { lineStrategy });
  expect(written).toHaveLength(lines.length);
  for (const [index, line] of lines.entries()) expect(written[index]).toMatch(line);
});

test("the horizontal stretch moves columns to the right by its factor", () => {
  const page = new PageBuilder().text("left", 50, 100).text("right", 300, 100);
  const at = (horizontalStretchFactor: number): number =>
    linesOf(page, { horizontalStretchFactor })[0]?.indexOf("right") ?? 0;
  expect(at(1.1)).toBe(Math.round(1.1 * at(1)));
  expect(at(2)).toBe(2 * at(1));
});

function ruledTable(): PageBuilder {
  const page = new PageBuilder();
  page.text("Name", 54, 112).text("Sum", 154, 112).text("Rent", 54, 132).text("90", 154, 132);
  for (const x of [50, 150, 250]) page.rule(x, 100, x, 140);
  for (const y of [100, 120, 140]) page.rule(50, y, 250, y);
  return page;
}

test("vertical rules are drawn at their positions", () => {
  const lines = linesOf(ruledTable(), { mode: "form", markVerticalLines: true });
  expect(lines.filter((line) => line !== "")).toEqual([
    expect.stringMatching(/^\| ?Name +\| ?Sum +\|$/u),
    expect.stringMatching(/^\| ?Rent +\| ?90 +\|$/u),
  ]);
  const bars = lines
    .filter((line) => line !== "")
    .map((line) => [...line.matchAll(/\|/gu)].map(({ index }) => index));
  expect(bars[0]).toEqual(bars[1]);
});

test("horizontal rules are drawn between the rows, as wide as the table", () => {
  const lines = linesOf(ruledTable(), { mode: "form", markVerticalLines: true, markHorizontalLines: true });
  expect(lines.map((line) => line.slice(0, 2))).toEqual(["|-", "| ", "|-", "| ", "|-"]);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});

test.each<Partial<LayoutOptions>>([
  { mode: "native_text", markVerticalLines: true, markHorizontalLines: true },
  { mode: "form", markHorizontalLines: true },
  { mode: "form" },
])("no rules are drawn with %j", (options) => {
  expect(linesOf(ruledTable(), options).join("\n")).not.toMatch(/[|-]/u);
});

test("rules are not drawn again beside text that reads in another direction", () => {
  const page = ruledTable().text("note", 400, 90, { angle: 90 });
  const lines = linesOf(page, { mode: "form", markVerticalLines: true, markHorizontalLines: true });
  expect(lines.filter((line) => line.includes("-"))).toHaveLength(3);
  expect(lines.at(-1)).toBe("note");
});

test("nearly collinear rules of two tables are separate", () => {
  const page = new PageBuilder().text("first", 60, 100).text("a line between the two tables", 54, 140);
  page.text("second", 60, 180).rule(50, 88, 50, 104).rule(50.5, 168, 50.5, 184).rule(49.5, 168, 49.5, 184);
  const lines = linesOf(page, { mode: "form", markVerticalLines: true }).filter((line) => line !== "");
  expect(lines.map((line) => line.includes("|"))).toEqual([true, false, true]);
});

test("the rule under an underlined word is not drawn", () => {
  const page = ruledTable().text("underlined", 300, 132).rule(300, 133.5, 350, 133.5);
  const lines = linesOf(page, { mode: "form", markVerticalLines: true, markHorizontalLines: true });
  expect(lines.filter((line) => line.includes("--"))).toHaveLength(3);
});

test.each([
  [{ allowRotatedText: true }, ["page", "stamp", "tilted"]],
  [{ allowRotatedText: false }, ["page", "tilted"]],
  [{ allowRotatedText: false, watermarkAngleThreshold: 10 }, ["page"]],
  [{ allowRotatedText: false, watermarkAngleThreshold: 60 }, ["page", "stamp", "tilted"]],
])("of text tilted by 45 and 15 degrees, %j keeps %j", (options, kept) => {
  const page = new PageBuilder().text("page page page", 50, 100);
  page.text("stampstamp", 300, 300, { angle: 45 }).text("tilted", 100, 500, { angle: 15 });
  expect(
    linesOf(page, options).map((line) => line.slice(0, 6).replace("stamps", "stamp").trim().split(" ")[0]),
  ).toEqual(kept);
});

test("vertical text is dropped when it is to be ignored", () => {
  const page = new PageBuilder()
    .text("page", 50, 100)
    .text("up", 30, 300, { angle: -90 })
    .text("dn", 580, 300, { angle: 90 });
  expect(linesOf(page, { ignoreVerticalText: true })).toEqual(["page"]);
  expect(linesOf(page)).toHaveLength(3);
});

function tiltedRows(angle: number): PageBuilder {
  const page = new PageBuilder();
  const slope = Math.tan((angle * Math.PI) / 180);
  for (const row of [0, 1, 2, 3]) {
    for (const x of [50, 250, 450]) page.text(`r${row}`, x, 100 + 12 * row + (x - 50) * slope, { angle });
  }
  return page;
}

test("a page whose text is tilted is straightened below the threshold and not above it", () => {
  expect(linesOf(tiltedRows(3), { derotateThreshold: 10 })).toEqual(
    [0, 1, 2, 3].map((row) => expect.stringMatching(new RegExp(`^r${row} +r${row} +r${row}$`, "u"))),
  );
  expect(linesOf(tiltedRows(3), { derotateThreshold: 2 }).length).toBeGreaterThan(4);
});

test("tables narrower than the least width are plain text", () => {
  const page = new PageBuilder();
  for (const row of [0, 1, 2]) page.text("key", 50, 100 + 12 * row).text("value", 150, 100 + 12 * row);
  expect(linesOf(page, { minTableWidth: 0.5 })).toEqual(["key value", "key value", "key value"]);
  expect(linesOf(page, { minTableWidth: 0.1 })[0]).toMatch(/^key {5,}value$/u);
});
