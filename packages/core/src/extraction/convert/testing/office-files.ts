import { zipSync, type ZippableFile } from "fflate";

/** Office files that the tests make themselves, from the XML of their main parts. */

export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]): [string, ZippableFile] => [
    name,
    // Media types are stored, as OpenDocument and EPUB demand.
    [
      typeof content === "string" ? new TextEncoder().encode(content) : content,
      { level: name === "mimetype" ? 0 : 6 },
    ],
  ]);
  return zipSync(Object.fromEntries(entries));
}

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relations(entries: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const list = Object.entries(entries).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${/^\w+:/.test(target) ? ' TargetMode="External"' : ""}/>`,
  );
  return `<?xml version="1.0"?><Relationships>${list.join("")}</Relationships>`;
}

function contentTypes(main: string): string {
  return `<?xml version="1.0"?><Types><Override PartName="/main" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`;
}

/** A Word document with this body, such as `<w:p>…</w:p>`; `parts` by their relation. */
export function wordFile(
  body: string,
  parts: Readonly<Record<string, readonly [type: string, target: string, content: string | Uint8Array]>> = {},
): Uint8Array {
  const entries = Object.entries(parts);
  return zipOf({
    "[Content_Types].xml": contentTypes("wordprocessingml.document"),
    "_rels/.rels": relations({ r1: ["officeDocument", "word/document.xml"] }),
    "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": relations(
      Object.fromEntries(entries.map(([id, [type, target]]) => [id, [type, target] as const])),
    ),
    ...Object.fromEntries(
      entries
        .filter(([, [, target]]) => !/^\w+:/.test(target))
        .map(([, [, target, content]]) => [`word/${target}`, content]),
    ),
  });
}

export function wordParagraph(text: string, style = ""): string {
  const properties = style === "" ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
}

/** A presentation; each slide is the content of its shape tree. */
export function slidesFile(slides: readonly string[]): Uint8Array {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`).join("");
  return zipOf({
    "[Content_Types].xml": contentTypes("presentationml.presentation"),
    "_rels/.rels": relations({ r1: ["officeDocument", "ppt/presentation.xml"] }),
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      Object.fromEntries(
        slides.map((_, index) => [`s${index}`, ["slide", `slides/slide${index}.xml`] as const]),
      ),
    ),
    ...Object.fromEntries(
      slides.map((tree, index) => [
        `ppt/slides/slide${index}.xml`,
        `<p:sld><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  });
}

/** A shape with text, at a place in points. */
export function slideShape(
  text: string,
  [x, y, width, height]: readonly [number, number, number, number],
): string {
  const emu = (points: number): number => points * 12_700;
  return (
    `<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/>` +
    `<a:ext cx="${emu(width)}" cy="${emu(height)}"/></a:xfrm></p:spPr>` +
    `<p:txBody><a:bodyPr/><a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p></p:txBody></p:sp>`
  );
}

/** A workbook with one sheet of these rows (`<row>…</row>`); `before` and `after` are around its cells, `parts` by their relation. */
export function workbookFile(
  rows: string,
  {
    before = "",
    after = "",
    styles = "",
    parts = {},
  }: {
    readonly before?: string;
    readonly after?: string;
    readonly styles?: string;
    readonly parts?: Readonly<Record<string, readonly [type: string, target: string, content: string]>>;
  } = {},
): Uint8Array {
  const entries = Object.entries(parts);
  return zipOf({
    "[Content_Types].xml": contentTypes("spreadsheetml.sheet"),
    "_rels/.rels": relations({ r1: ["officeDocument", "xl/workbook.xml"] }),
    "xl/workbook.xml": '<workbook><sheets><sheet name="Stock" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": relations({
      r1: ["worksheet", "worksheets/sheet1.xml"],
      r2: ["styles", "styles.xml"],
    }),
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    "xl/worksheets/_rels/sheet1.xml.rels": relations(
      Object.fromEntries(entries.map(([id, [type, target]]) => [id, [type, target] as const])),
    ),
    ...Object.fromEntries(
      entries.map(([, [, target, content]]) => [`xl/${target.replace("../", "")}`, content]),
    ),
  });
}

/** A cell of a workbook with text of its own. */
export function textCell(place: string, text: string): string {
  return `<c r="${place}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
}

/** An OpenDocument text with this content. */
export function openTextFile(text: string): Uint8Array {
  return openDocumentFile("text", text);
}

/** An OpenDocument file with this content, such as `<draw:page>…</draw:page>`; other parts by their name, and styles of its own. */
export function openDocumentFile(
  kind: "text" | "spreadsheet" | "presentation",
  content: string,
  parts: Readonly<Record<string, string>> = {},
  styles = "",
): Uint8Array {
  return zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    "content.xml": `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${content}</office:${kind}></office:body></office:document-content>`,
    ...parts,
  });
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
