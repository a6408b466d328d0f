import { expect, test } from "vitest";
import { onePagePdf } from "./engines/testing/tiny-pdf.ts";
import { extractText } from "./extract-text.ts";

const OLD = "BT /F1 10 Tf 20 50 Td (Old amount 1,480.00 due in March) Tj ET";
const NEW = "0 g BT /F1 10 Tf 20.7 50 Td (Settled on the first of May) Tj ET";
const BOX = "10 45 180 16 re f";

const GRAPHICS_STATES =
  "/ExtGState << /Half << /ca 0.5 >> /Marker << /BM /Multiply >> /Plain << /ca 1 /BM /Normal >> >>";

function textOf(content: string, hiddenText: "keep" | "drop" = "keep"): Promise<string> {
  const pdf = onePagePdf(content, { resources: GRAPHICS_STATES });
  return extractText(pdf, { mode: "native_text", hiddenText }).then(({ pages }) => pages[0]?.text ?? "");
}

test.each([
  ["a white box", `1 g ${BOX}`],
  ["a black box", `0 g ${BOX}`],
  ["a box in a plain graphics state", `/Half gs /Plain gs 0.9 g ${BOX}`],
])("text under %s comes after the text written on it, in one piece", async (_, box) => {
  const text = await textOf(`${OLD} ${box} 1 g ${NEW}`);
  expect(text).toMatch(/Settled on the first of May[^]*Old amount 1,480\.00 due in March/);
  const visible = await textOf(`${OLD} ${box} 1 g ${NEW}`, "drop");
  expect(visible.trim()).toBe("Settled on the first of May");
});

test("text under a box stays where it is if nothing is written on it", async () => {
  const content = `${OLD} 1 g ${BOX}`;
  expect((await textOf(content)).trim()).toBe("Old amount 1,480.00 due in March");
  expect((await textOf(content, "drop")).trim()).toBe("");
});

test.each([
  ["a transparent box", `/Half gs 0.9 g ${BOX}`],
  ["a marker that multiplies", `/Marker gs 1 1 0 rg ${BOX}`],
  ["a frame without a fill", "10 45 180 16 re S"],
  ["a shape that clips", `0 0 m 200 50 l 0 100 l h W n 0.9 g ${BOX}`],
  ["a line through it", "0 g 10 52 180 1 re f"],
  ["a box above its middle", "0 g 10 52 180 10 re f"],
])("text under %s counts as visible", async (_, box) => {
  expect((await textOf(`${OLD} ${box}`, "drop")).trim()).toBe("Old amount 1,480.00 due in March");
});

test("text on a box drawn before it counts as visible", async () => {
  expect((await textOf(`0.9 g ${BOX} 0 g ${OLD}`, "drop")).trim()).toBe("Old amount 1,480.00 due in March");
});

test("a thousand boxes over a full page do not take long", async () => {
  const content = `${"BT /F1 4 Tf 1 50 Td (lorem ipsum dolor sit amet) Tj ET ".repeat(5000)} 1 g ${"0 0 200 100 re f ".repeat(1000)}`;
  const before = process.cpuUsage().user;
  expect(await textOf(content, "drop")).toBe("");
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(20);
});
