import { describe, expect, test } from "vitest";
import { PageBuilder } from "../../layout/testing/page-builder.ts";
import { toMarkdown } from "../renditions/markdown.ts";
import { blocksOf } from "../testing/made-blocks.ts";

const PROSE = "The committee met in the second week of March to review the figures of";

/** A page with prose above and below 300 to 480 points. */
function withProse(page: PageBuilder): PageBuilder {
  for (const row of [0, 1, 2, 3]) page.text(PROSE, 60, 100 + 12 * row).text(PROSE, 60, 560 + 12 * row);
  return page;
}

/** Axes from (100, 300) to (400, 480) with numbers at both, three years of them. */
function withAxes(page: PageBuilder): PageBuilder {
  page.rule(100, 300, 100, 480).rule(100, 480, 400, 480);
  for (const [at, number] of ["30", "20", "10", "0"].entries())
    page.text(number, 80, 304 + 58 * at, { size: 8 });
  for (const [at, year] of ["1990", "2000", "2010", "2020"].entries())
    page.text(year, 110 + 80 * at, 493, { size: 8 });
  return page.text("Year", 240, 505, { size: 8 });
}

const kindsOf = (page: PageBuilder): readonly string[] => blocksOf(page).blocks.map(({ kind }) => kind);

describe("texts of a chart are its labels", () => {
  test("of one with a curve", () => {
    const page = withAxes(withProse(new PageBuilder())).slanted(110, 310, 390, 470);
    expect(kindsOf(page)).toEqual(["paragraph", "figure", "paragraph", "paragraph"]);
    expect(toMarkdown(blocksOf(page))).toContain("1990 2000 2010 2020\\\nYear\n");
  });

  test("of one with bars, which has a caption below its labels", () => {
    const page = withAxes(withProse(new PageBuilder()));
    for (const [at, height] of [40, 90, 150, 120].entries())
      page.area(110 + 70 * at, 480 - height, 170 + 70 * at, 480);
    page.text("Figure 3: Members by year", 100, 530);
    expect(blocksOf(page).blocks.find(({ kind }) => kind === "figure")).toMatchObject({
      caption: "Figure 3: Members by year",
    });
  });

  test("of one on a picture that fills the page, below a text about several figures", () => {
    const page = withAxes(withProse(new PageBuilder())).slanted(110, 310, 390, 470).image(0, 0, 612, 792);
    page.text("Figures 2 to 5 show the members of each year since", 60, 285).text("Figure 2 (a)", 100, 530);
    const { blocks } = blocksOf(page);
    expect(blocks.find(({ kind }) => kind === "figure")).toMatchObject({ caption: "Figure 2 (a)" });
    expect(toMarkdown(blocksOf(page))).toMatch(/^Figures 2 to 5 show/mu);
  });
});

describe("no drawing is", () => {
  test("a background with slanted edges behind a text", () => {
    const page = withProse(new PageBuilder()).slanted(40, 80, 500, 160).slanted(45, 85, 505, 165);
    expect(kindsOf(page)).not.toContain("figure");
  });

  test("a table with shaded cells, some of them empty", () => {
    const page = withProse(new PageBuilder());
    for (const row of [0, 1, 2, 3, 4]) {
      const y = 320 + 16 * row;
      page.area(100, y - 12, 200, y + 4).area(300, y - 12, 400, y + 4);
      page.text(`Area ${row}`, 104, y).text(String(100 + 37 * row), 220, y);
      if (row % 2 === 0) page.text(String(20 + row), 320, y);
    }
    expect(kindsOf(page)).toEqual(["paragraph", "table", "paragraph"]);
  });

  test("a logo beside an address", () => {
    const page = withProse(new PageBuilder()).slanted(60, 20, 95, 55).slanted(62, 22, 98, 58);
    page.text("Example Limited", 110, 34).text("12 High Street", 110, 48);
    expect(kindsOf(page)).not.toContain("figure");
  });
});
