import { unzipSync } from "fflate";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { convertDocument } from "./convert-document.ts";
import { lines, textOf } from "./testing/converted-text.ts";
import {
  openDocumentFile,
  slideShape,
  slidesFile,
  textCell,
  workbookFile,
  zipOf,
} from "./testing/office-files.ts";

describe("a presentation", () => {
  const placeholder =
    '<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Click to edit</a:t></a:r></a:p></p:txBody></p:sp>';

  /** A slide with a layout and a master, which have a text and a placeholder each. */
  function withMaster(slide: string, { ofSlide = "", ofLayout = "" } = {}): Uint8Array {
    const parts = unzipSync(slidesFile([slide]));
    const related = (type: string, target: string): string =>
      `<Relationships><Relationship Id="m" Type="x/${type}" Target="${target}"/></Relationships>`;
    const tree = (text: string, y: number): string =>
      `<p:cSld><p:spTree>${slideShape(text, [40, y, 300, 30])}${placeholder}</p:spTree></p:cSld>`;
    return zipOf({
      ...parts,
      "ppt/slides/slide0.xml": `<p:sld${ofSlide}><p:cSld><p:spTree>${slide}</p:spTree></p:cSld></p:sld>`,
      "ppt/slides/_rels/slide0.xml.rels": related("slideLayout", "../slideLayouts/l.xml"),
      "ppt/slideLayouts/l.xml": `<p:sldLayout${ofLayout}>${tree("of the layout", 400)}</p:sldLayout>`,
      "ppt/slideLayouts/_rels/l.xml.rels": related("slideMaster", "../slideMasters/m.xml"),
      "ppt/slideMasters/m.xml": `<p:sldMaster>${tree("of the master", 450)}</p:sldMaster>`,
    });
  }

  test.each([
    [{}, ["own", "of the layout", "of the master"]],
    [{ ofLayout: ' showMasterSp="0"' }, ["own", "of the layout"]],
    [{ ofSlide: ' showMasterSp="0"' }, ["own"]],
  ])("with %j shows %j: the texts of its layout and master, but no placeholders", async (shows, expected) => {
    const document = withMaster(slideShape("own", [40, 40, 300, 30]), shows);
    expect(lines(await textOf(document))).toEqual(expected);
  });
});

test("text in groups that are scaled beyond any page is read", async () => {
  let shape = slideShape("far away", [9, 9, 99, 20]);
  const scaled =
    '<a:off x="1" y="1"/><a:ext cx="1e200" cy="1e200"/><a:chOff x="0" y="0"/><a:chExt cx="1" cy="1"/>';
  for (let depth = 0; depth < 3; depth++)
    shape = `<p:grpSp><p:grpSpPr><a:xfrm>${scaled}</a:xfrm></p:grpSpPr>${shape}</p:grpSp>`;
  const { text, pages } = await extractText(slidesFile([shape + slideShape("near", [9, 99, 99, 20])]), {
    mode: "native_text",
  });
  expect(lines(text)).toEqual(["far", "away", "near"]);
  expect(pages).toHaveLength(1);
});

test("a slide of thousands of boxes takes time in proportion to them, and none covers one below it", async () => {
  const [columns, rows] = [20, 400];
  const shapes = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return slideShape(`c${column}r${row}`, [column * 90, row * 2, 90, 1]);
  });
  const before = process.cpuUsage().user;
  const text = await textOf(slidesFile([shapes.join("")]));
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(20);
  expect(lines(text).map((line) => line.split(" | ").length)).toEqual(
    Array.from({ length: rows }, () => columns),
  );
}, 60_000);

test("hidden shapes and groups of a slide and a sheet are left out", async () => {
  const hidden = (shape: string): string => shape.replace("<p:nvSpPr>", '<p:nvSpPr><p:cNvPr hidden="1"/>');
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr hidden="1"/></p:nvGrpSpPr>${slideShape("grouped", [9, 99, 99, 20])}</p:grpSp>`;
  const slide = slideShape("shown", [9, 9, 99, 20]) + hidden(slideShape("secret", [9, 49, 99, 20])) + group;
  expect(lines(await textOf(slidesFile([slide])))).toEqual(["shown"]);
  const box = (text: string, state: string): string =>
    `<xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr${state}/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>`;
  const drawing = `<xdr:wsDr>${box("secret", ' hidden="1"')}${box("box", "")}</xdr:wsDr>`;
  const workbook = workbookFile(`<row r="1">${textCell("A1", "cell")}</row>`, {
    parts: { d: ["drawing", "../drawings/drawing1.xml", drawing] },
  });
  expect(lines(await textOf(workbook))).toEqual(["Stock", "cell", "box"]);
});

describe("an OpenDocument presentation", () => {
  const frame = (text: string, y: number, attributes = ""): string =>
    `<draw:frame svg:x="1cm" svg:y="${y}cm" svg:width="20cm" svg:height="1cm"${attributes}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const styles =
    '<office:document-styles><office:automatic-styles><style:page-layout style:name="notes"><style:page-layout-properties fo:page-width="10cm" fo:page-height="20cm"/></style:page-layout>' +
    '<style:page-layout style:name="wide"><style:page-layout-properties fo:page-width="32cm" fo:page-height="18cm"/></style:page-layout></office:automatic-styles>' +
    '<office:master-styles><style:master-page style:name="M" style:page-layout-name="wide">' +
    frame("", 1, ' presentation:class="title" presentation:placeholder="true"') +
    frame("on every slide", 12) +
    frame("<presentation:footer/>", 14, ' presentation:class="footer"') +
    frame("<text:page-number>&lt;number&gt;</text:page-number>", 16, ' presentation:class="page-number"') +
    "</style:master-page></office:master-styles></office:document-styles>";
  const style = (name: string, properties: string): string =>
    `<style:style style:name="${name}" style:family="drawing-page"><style:drawing-page-properties ${properties}/></style:style>`;
  const automatic =
    style("full", 'presentation:display-footer="true" presentation:display-page-number="true"') +
    style("bare", 'presentation:background-objects-visible="false"') +
    style("gone", 'presentation:visibility="hidden"');
  const slide = (name: string, text: string): string =>
    `<draw:page draw:master-page-name="M" draw:style-name="${name}" presentation:use-footer-name="f"><draw:a>${frame(text, 3)}</draw:a></draw:page>`;

  test("has what its master shows on each slide, and not its hidden slides", async () => {
    const document = openDocumentFile(
      "presentation",
      `<presentation:footer-decl presentation:name="f">confidential</presentation:footer-decl>${slide("full", "one")}${slide("gone", "secret")}${slide("bare", "three")}${slide("plain", "four")}`,
      { "styles.xml": styles },
      automatic,
    );
    const { text, message, pages } = await extractText(document, { mode: "native_text" });
    expect(lines(text)).toEqual([
      "one",
      "on every slide",
      "confidential",
      "1",
      "three",
      "four",
      "on every slide",
    ]);
    expect(message).toBe("1 hidden slide left out.");
    expect(pages[0]?.outcome).toMatchObject({
      width: expect.closeTo(907, 0),
      height: expect.closeTo(510, 0),
    });
  });

  test("has comments on its slides only if they are asked for", async () => {
    const comment =
      "<officeooo:annotation><dc:creator>Ada</dc:creator><text:p>check this</text:p></officeooo:annotation>";
    const document = openDocumentFile(
      "presentation",
      `<draw:page>${frame("shown", 2)}${comment}</draw:page>`,
    );
    expect(lines(await textOf(document))).toEqual(["shown"]);
    expect(lines(await textOf(document, { remarkText: "keep" }))).toContain("Ada: check this");
  });

  test("shows the picture of a frame that can be decoded, whichever comes first", async () => {
    const image = (name: string): string => `<draw:image xlink:href="Pictures/${name}"/>`;
    const dot = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAAAAACo4kLRAAAAFklEQVR42mP4jwUwjAqOCo4KjgpSKggAY3yPgMkM8QYAAAAASUVORK5CYII=",
      "base64",
    );
    const document = zipOf({
      ...unzipSync(
        openDocumentFile(
          "presentation",
          `<draw:page><draw:frame svg:width="5cm" svg:height="5cm">${image("a.wmf")}${image("b.png")}</draw:frame></draw:page>`,
        ),
      ),
      "Pictures/a.wmf": "no picture",
      "Pictures/b.png": new Uint8Array(dot),
    });
    const { blocks } = await extractText(document, { blocks: true, mode: "native_text" });
    expect(blocks.blocks).toMatchObject([{ kind: "figure" }]);
  });
});

test("a picture that many slides show is in the PDF once", async () => {
  const size = { width: 64, height: 64, channels: 3, background: "#ff0000" } as const;
  const picture = await sharp({ create: size }).png().toBuffer();
  const shown = (place: number): string =>
    `<p:pic><p:blipFill><a:blip r:embed="i"/></p:blipFill><p:spPr><a:xfrm><a:off x="${place}" y="0"/>` +
    '<a:ext cx="900000" cy="900000"/></a:xfrm></p:spPr></p:pic>';
  const relations =
    '<Relationships><Relationship Id="i" Type="x/image" Target="../media/image1.png"/></Relationships>';
  const document = zipOf({
    ...unzipSync(slidesFile([shown(0) + shown(2_000_000), shown(0)])),
    "ppt/slides/_rels/slide0.xml.rels": relations,
    "ppt/slides/_rels/slide1.xml.rels": relations,
    "ppt/media/image1.png": picture,
  });
  const { pdf } = await convertDocument(document, { password: "", attachments: "list" });
  expect(
    Buffer.from(pdf)
      .toString("latin1")
      .match(/\/Subtype \/Image/g),
  ).toHaveLength(1);
  const { blocks } = await extractText(document, { mode: "native_text", blocks: true });
  expect(blocks.blocks.filter(({ kind }) => kind === "figure")).toHaveLength(3);
});
