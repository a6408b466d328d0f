import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { lines, textOf } from "./testing/converted-text.ts";
import { openDocumentFile, slidesFile, zipOf } from "./testing/office-files.ts";

/** A presentation with one slide that shows this chart. */
function slideWithChart(chart: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const slides = slidesFile([
    '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></p:graphicFrame>',
  ]);
  return zipOf({
    ...unzipSync(slides),
    "ppt/slides/_rels/slide0.xml.rels":
      '<Relationships><Relationship Id="c" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>',
    "ppt/charts/chart1.xml": `<c:chartSpace>${chart}</c:chartSpace>`,
    ...parts,
  });
}

const point = (index: number, value: string): string => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`;
const values = (name: string, format: string, points: string): string =>
  `<c:${name}><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points}</c:numCache></c:numRef></c:${name}>`;
const named = (name: string): string =>
  `<c:tx><c:strRef><c:strCache>${point(0, name)}</c:strCache></c:strRef></c:tx>`;

describe("a chart on a slide", () => {
  test("has its numbers, percentages and dates as they are displayed", async () => {
    const series =
      `<c:ser>${named("Share")}${values("cat", "d-mmm-yy", point(0, "44216") + point(1, "44217"))}` +
      `${values("val", "0.0%", point(0, "4.2999999999999997E-2") + point(1, "0.5"))}</c:ser>`;
    expect(lines(await textOf(slideWithChart(series)))).toEqual([
      "Share",
      "20-Jan-21 | 4.3%",
      "21-Jan-21 | 50.0%",
    ]);
  });

  test("has its numbers as they are shown: with 15 digits, and in the format of their labels", async () => {
    const numbers = ["8.200000000000001", "1234567.8900000001", "-0.16400000000000001"];
    const points = numbers.map((number, index) => point(index, number)).join("");
    const labels = '<c:dLbls><c:numFmt formatCode="0.0" sourceLinked="0"/></c:dLbls>';
    const series =
      `<c:ser>${named("A")}${values("val", "General", points)}</c:ser>` +
      `<c:ser>${named("B")}${labels}${values("val", "General", points)}</c:ser>`;
    expect(lines(await textOf(slideWithChart(series)))).toEqual([
      "A | B",
      "8.2 | 8.2",
      "1234567.89 | 1234567.9",
      "-0.164 | -0.2",
    ]);
  });

  test("counts its days from 1904 if it says so", async () => {
    const series = `<c:ser>${named("A")}${values("cat", "yyyy-mm-dd", point(0, "1"))}${values("val", "General", point(0, "7"))}</c:ser>`;
    const text = await textOf(slideWithChart(`<c:date1904 val="1"/>${series}`));
    expect(lines(text)).toEqual(["A", "1904-01-02 | 7"]);
  });

  test("keeps each value in the row of its category if others are missing", async () => {
    const categories = ["May", "June", "July"].map((month, index) => point(index, month)).join("");
    const series =
      `<c:ser>${named("A")}${values("cat", "", categories)}${values("val", "General", point(0, "1") + point(2, "3"))}</c:ser>` +
      `<c:ser>${named("B")}${values("val", "General", point(1, "20") + point(99_999_999, "9"))}</c:ser>`;
    expect(lines(await textOf(slideWithChart(series)))).toEqual([
      "A | B",
      "May | 1",
      "June | 20",
      "July | 3",
    ]);
  });

  test("has a column for each level of its categories, and the labels and text boxes that were written in it", async () => {
    const levels =
      `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${point(0, "Q1")}${point(1, "Q2")}</c:lvl>` +
      `<c:lvl>${point(0, "2025")}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
    const label =
      '<c:dLbls><c:dLbl><c:idx val="1"/><c:tx><c:rich><a:p><a:fld><a:t>[VALUE]</a:t></a:fld><a:r><a:t>best</a:t></a:r></a:p></c:rich></c:tx></c:dLbl></c:dLbls>';
    const series = `<c:ser>${named("Sales")}${label}${levels}${values("val", "General", point(0, "10") + point(1, "20"))}</c:ser>`;
    const title =
      "<c:title><c:tx><c:rich><a:p><a:r><a:t>Year by year</a:t></a:r></a:p></c:rich></c:tx></c:title>";
    const document = slideWithChart(title + series, {
      "ppt/charts/_rels/chart1.xml.rels":
        '<Relationships><Relationship Id="u" Type="x/chartUserShapes" Target="../drawings/drawing1.xml"/></Relationships>',
      "ppt/drawings/drawing1.xml":
        "<c:userShapes><cdr:sp><cdr:txBody><a:p><a:r><a:t>estimated</a:t></a:r></a:p></cdr:txBody></cdr:sp></c:userShapes>",
    });
    expect(lines(await textOf(document))).toEqual([
      "Year by year",
      "Sales",
      "2025 | Q1 | 10",
      "Q2 | 20 best",
      "estimated",
    ]);
  });
});

const openCell = (text: string, attributes = ""): string =>
  `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
const OPEN_CHART =
  '<office:document-content><office:body><office:chart><chart:chart><chart:title><text:p>Income</text:p></chart:title><chart:plot-area><chart:axis><chart:title><text:p>Quarter</text:p></chart:title></chart:axis></chart:plot-area><table:table table:name="local-table">' +
  `<table:table-header-rows><table:table-row>${openCell("")}${openCell("Ink")}</table:table-row></table:table-header-rows>` +
  `<table:table-rows><table:table-row>${openCell("1st")}${openCell("0.16400000000000001")}</table:table-row><table:table-row>${openCell("2nd")}${openCell("NaN")}</table:table-row></table:table-rows>` +
  "</table:table></chart:chart></office:chart></office:body></office:document-content>";
const CHART_FRAME =
  '<draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="6cm"><draw:object xlink:href="./Object 1"><loext:p/></draw:object></draw:frame>';

describe("OpenDocument", () => {
  test("a chart on a slide has its titles and values", async () => {
    const file = openDocumentFile("presentation", `<draw:page>${CHART_FRAME}</draw:page>`, {
      "Object 1/content.xml": OPEN_CHART,
    });
    expect(lines(await textOf(file))).toEqual(["Income", "Quarter", "Ink", "1st | 0.164", "2nd"]);
  });

  test("a chart without content is left out, and the slide is read", async () => {
    const broken = openDocumentFile(
      "presentation",
      `<draw:page>${CHART_FRAME}<draw:frame><draw:text-box><text:p>beside</text:p></draw:text-box></draw:frame></draw:page>`,
    );
    expect(lines(await textOf(broken))).toEqual(["beside"]);
  });

  test("text boxes and charts of a sheet follow it, those of its hidden rows left out", async () => {
    const shape = (text: string): string => `<draw:custom-shape><text:p>${text}</text:p></draw:custom-shape>`;
    const file = openDocumentFile(
      "spreadsheet",
      `<table:table table:name="Stock"><table:shapes>${shape("on the sheet")}${shape("")}</table:shapes>` +
        `<table:table-row><table:table-cell><text:p>cell</text:p>${CHART_FRAME}</table:table-cell></table:table-row>` +
        `<table:table-row table:visibility="collapse"><table:table-cell>${shape("hidden")}</table:table-cell></table:table-row></table:table>`,
      { "Object 1/content.xml": OPEN_CHART },
    );
    expect(lines(await textOf(file))).toEqual([
      "Stock",
      "cell",
      "on the sheet",
      "Income",
      "Quarter",
      "Ink",
      "1st | 0.164",
      "2nd",
    ]);
  });

  test("a formula is on one line, without its source in another notation", async () => {
    const formula =
      "<math><semantics><mrow><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><msqrt><mn>2</mn></msqrt></mfrac><msup><mi>c</mi><mn>3</mn></msup></mrow>" +
      '<annotation encoding="StarMath 5.0">x = {a+b} over sqrt 2 c^3</annotation></semantics></math>';
    const file = openDocumentFile("presentation", `<draw:page>${CHART_FRAME}</draw:page>`, {
      "Object 1/content.xml": formula,
    });
    expect(lines(await textOf(file))).toEqual(["x=(a+b)/(√(2))c^3"]);
  });
});
