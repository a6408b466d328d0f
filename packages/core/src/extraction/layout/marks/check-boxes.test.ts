import { expect, test } from "vitest";
import type { LayoutOptions } from "../../page/layout-options.ts";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

function textOf(page: PageBuilder, mode: LayoutOptions["mode"] = "form"): string {
  return layoutPage(page.build(), { ...OPTIONS, mode }).text;
}

const box = (x0: number, y0: number, width: number, height = 12) => ({
  x0,
  y0,
  x1: x0 + width,
  y1: y0 + height,
});

test("the chosen entry of a list that is drawn whole is not written again", () => {
  const page = new PageBuilder().text("Malta", 82, 96).text("Norway", 82, 108);
  page.field({ kind: "choice", value: "Malta", box: box(80, 85, 80, 30) });
  expect(textOf(page, "native_text")).toBe("Malta\nNorway");
});

test("a field's value is placed at its box and separated from its neighbours", () => {
  const page = new PageBuilder().text("Name:", 50, 100).text("Date:", 160, 100);
  page.field({ kind: "text", value: "Ann Lee", box: box(76, 91, 80) });
  page.field({ kind: "text", value: "3 May", box: box(186, 91, 80) });
  expect(textOf(page, "native_text")).toMatch(/^Name: Ann Lee +Date: 3 May$/u);
});

test("a value that covers printed text is not mixed with it", () => {
  const page = new PageBuilder().text("Customer PREPRINTED", 50, 100);
  page.field({ kind: "text", value: "ACME", box: box(98, 91, 80) });
  expect(textOf(page)).toMatch(/PREPRINTED.*ACME|ACME.*PREPRINTED/u);
});

test("the value of a choice is shown, the caption of a button and an empty value are not", () => {
  const page = new PageBuilder().text("Land", 50, 100);
  page.field({ kind: "choice", value: "Malta", box: box(80, 91, 80) });
  page.field({ kind: "button", value: "Send", box: box(300, 91, 80) });
  page.field({ kind: "text", value: " ", box: box(400, 91, 80) });
  expect(textOf(page)).toMatch(/^Land +Malta$/u);
});

test("a multi-line value takes several rows", () => {
  const page = new PageBuilder().text("Notes", 50, 100);
  page.field({ kind: "text", value: "first\rsecond", multiline: true, box: box(100, 91, 200, 60) });
  const lines = textOf(page).split("\n");
  expect(lines).toEqual([expect.stringMatching(/first$/u), expect.stringMatching(/^ +second$/u)]);
});

test.each(["native_text", "form"] as const)(
  "check boxes and radio buttons of a form show their state in %s",
  (mode) => {
    const page = new PageBuilder()
      .text("Are you:", 50, 100)
      .text("Married", 110, 100)
      .text("Single", 170, 100);
    page.field({ kind: "checkbox", checked: false, box: box(98, 92, 9, 9) });
    page.field({ kind: "radio", checked: true, box: box(158, 92, 9, 9) });
    expect(textOf(page, mode)).toMatch(/^Are you: +\[ \] Married +\[X\] Single$/u);
  },
);

test("a mark is one word", () => {
  const page = new PageBuilder().text("yes", 112, 100).outline("box", 100, 92);
  const { text, words } = layoutPage(page.build(), { ...OPTIONS, mode: "form" });
  expect(text).toBe("[ ] yes");
  expect([words[0], words[1]]).toEqual([0, 3]);
});

test.each(["form", "table"] as const)("drawn boxes are shown in %s", (mode) => {
  const page = new PageBuilder().text("yes", 112, 100).text("no", 162, 100);
  page.outline("box", 100, 92, { filled: true }).outline("box", 150, 92);
  expect(textOf(page, mode)).toMatch(/^\[X\] yes +\[ \] no$/u);
});

test("check marks are listed with their kind, state and place, however they were drawn", () => {
  const page = new PageBuilder().text("yes", 112, 100).text("no", 162, 100).text("☑ so", 200, 100);
  page.field({ kind: "radio", checked: true, box: box(300, 92, 9, 9) });
  page.outline("box", 100, 92, { filled: true }).outline("box", 150, 92);
  const { checkMarks } = layoutPage(page.build(), { ...OPTIONS, mode: "form" });
  expect(checkMarks).toMatchObject([
    { kind: "circle", marked: true, confidence: 1, box: { x0: 300 } },
    { kind: "box", marked: true, confidence: 1, box: { x0: 100 } },
    { kind: "box", marked: false, confidence: 1, box: { x0: 150 } },
    { kind: "box", marked: true, confidence: 1, box: { x0: 200 } },
  ]);
});

test("a check mark is as certain as its recogniser was", () => {
  const content = new PageBuilder().text("yes", 112, 100).outline("circle", 100, 92).build();
  const outlines = content.outlines.map((outline) => ({ ...outline, confidence: 0.75 }));
  const { checkMarks } = layoutPage({ ...content, outlines }, { ...OPTIONS, mode: "form" });
  expect(checkMarks).toMatchObject([{ kind: "circle", marked: false, confidence: 0.75 }]);
});

test.each([
  ["likely", 0.92, 1],
  ["doubtful", 0.85, 0],
])("a %s square that is larger than the text is a check box if it has a label", (_, confidence, count) => {
  const marksOf = (page: PageBuilder): number => {
    const content = page.outline("box", 100, 80, { size: 22 }).build();
    const outlines = content.outlines.map((outline) => ({ ...outline, confidence }));
    return layoutPage({ ...content, outlines }, { ...OPTIONS, mode: "form" }).checkMarks.length;
  };
  expect(marksOf(new PageBuilder().text("yes", 128, 96))).toBe(count);
  expect(marksOf(new PageBuilder().text("far above", 50, 40))).toBe(0);
});

test("drawn boxes are not shown in native_text", () => {
  expect(textOf(new PageBuilder().text("yes", 112, 100).outline("box", 100, 92), "native_text")).toBe("yes");
});

test("a letter inside a drawn box marks it and is not written", () => {
  const page = new PageBuilder()
    .text("yes", 112, 100)
    .outline("box", 100, 92)
    .text("X", 101.5, 99, { size: 8 });
  expect(textOf(page)).toBe("[X] yes");
});

test.each(["A", "i"])("the letter %s in a ring names an answer and does not choose it", (letter) => {
  const page = new PageBuilder().text("yes", 130, 100).outline("circle", 100, 92, { size: 12, filled: true });
  page.outline("circle", 300, 92).text("no", 312, 100).text(letter, 103, 101);
  expect(textOf(page)).toMatch(new RegExp(`^${letter} +yes +\\[ \\] no$`, "u"));
});

test.each([
  ["a digit", "7"],
  ["a word", "ok"],
  ["the sign of a hint", "!"],
])("%s inside a drawn box makes it no check box", (_, inside) => {
  const page = new PageBuilder()
    .text("yes", 130, 100)
    .outline("box", 100, 92, { size: 12 })
    .text(inside, 101, 100);
  expect(textOf(page)).toMatch(new RegExp(`^${inside} +yes$`, "u"));
});

test("the cells of a comb are no check boxes", () => {
  const page = new PageBuilder().text("Postcode", 50, 100);
  for (const cell of [0, 1, 2, 3]) page.outline("box", 120 + 10 * cell, 90, { size: 10 });
  expect(textOf(page)).toBe("Postcode");
});

test("the outlines of a drawing, without text beside them, are no check boxes", () => {
  const page = new PageBuilder().text("Figure 1", 50, 100).outline("box", 60, 300).outline("box", 90, 310);
  expect(textOf(page)).toBe("Figure 1");
});

test("boxes in the columns of a table need no text beside them", () => {
  const page = new PageBuilder();
  for (const row of [0, 1, 2]) {
    page
      .text("item", 50, 100 + 12 * row)
      .outline("box", 200, 92 + 12 * row)
      .outline("box", 300, 92 + 12 * row);
  }
  expect(textOf(page).split("\n")).toEqual(
    [0, 1, 2].map(() => expect.stringMatching(/^item +\[ \] +\[ \]$/u)),
  );
});

test("a filled circle counts only if there is an empty one, too", () => {
  const bullets = new PageBuilder().text("point", 112, 100).outline("circle", 100, 92, { filled: true });
  expect(textOf(bullets)).toBe("point");
  const radios = bullets.text("other", 112, 120).outline("circle", 100, 112);
  expect(textOf(radios)).toBe("[X] point\n[ ] other");
});

test("an outline around a field's button is shown once", () => {
  const page = new PageBuilder().text("yes", 112, 100).outline("box", 99, 91, { size: 10 });
  page.field({ kind: "checkbox", checked: true, box: box(100, 92, 8, 8) });
  expect(textOf(page)).toBe("[X] yes");
});

test.each([
  ["☐ no", "[ ] no"],
  ["☑ yes", "[X] yes"],
  ["☒ yes", "[X] yes"],
  ["□ no", "[ ] no"],
])("box glyphs are marks in form and characters elsewhere: %s", (drawn, written) => {
  const page = new PageBuilder().text(drawn, 50, 100);
  expect(textOf(page)).toBe(written);
  expect(textOf(page, "high_quality")).toBe(drawn);
});

test("circle glyphs are bullets if each is alone, and radio buttons if there is a choice", () => {
  expect(textOf(new PageBuilder().text("○ point", 50, 100).text("○ other", 50, 120))).toBe(
    "○ point\n○ other",
  );
  expect(textOf(new PageBuilder().text("○ yes", 50, 100).text("● no", 120, 100))).toMatch(
    /^\[ \] yes +\[X\] no$/u,
  );
});

test("a tick set into a box glyph marks it", () => {
  const page = new PageBuilder().text("☐ yes", 50, 100, { advance: 0.8 }).text("✓", 51, 100, { size: 8 });
  expect(textOf(page)).toBe("[X] yes");
});

test("the shaded arrow of a drawn list is no check box", () => {
  const page = new PageBuilder().text("English", 50, 100).outline("box", 90, 92, { filled: true });
  for (let line = 0; line < 10; line++) {
    page.rule(91.5 + line / 5, 95 + line / 5, 96.5 - line / 5, 95 + line / 5);
  }
  expect(textOf(page)).toBe("English");
});

test("what is drawn inside the field of a list is no check box", () => {
  const page = new PageBuilder().text("Land", 50, 100).outline("box", 150, 92, { filled: true });
  page.field({ kind: "choice", value: "Malta", box: box(80, 91, 80) });
  expect(textOf(page)).toBe("Land  Malta");
});

test.each([
  ["raised", 82, 14],
  ["lowered", 97, 14],
  ["larger", 78, 24],
])("a box that is %s against its heading is written on the heading's line", (_, y0, height) => {
  const page = new PageBuilder().text("Section A", 70, 100, { size: 10 }).text("What it is about", 70, 130);
  page.field({ kind: "checkbox", checked: false, box: box(50, y0, height, height) });
  expect(textOf(page, "native_text")).toMatch(/^\[ \] +Section A\n/u);
});

test("boxes that are drawn show their state in native_text where fields do, and elsewhere not", () => {
  const page = (): PageBuilder =>
    new PageBuilder().text("Power", 70, 100).text("Water", 70, 120).outline("box", 50, 91, { filled: true });
  expect(textOf(page(), "native_text")).toBe("Power\nWater");
  const withField = page().field({ kind: "checkbox", checked: false, box: box(50, 111, 9, 9) });
  expect(textOf(withField, "native_text")).toMatch(/^\[X\] +Power\n\[ \] +Water$/u);
});

test("a drawn box that is raised against its heading is written on the heading's line", () => {
  const page = new PageBuilder().text("Section A", 70, 100).text("What it is about", 70, 130);
  expect(textOf(page.outline("box", 50, 82, { size: 14 }))).toMatch(/^\[ \] +Section A\n/u);
});
