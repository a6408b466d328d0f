import { paragraph, run, type Block } from "../../model/flow-document.ts";
import {
  childOf,
  childrenOf,
  elementsBelow,
  elementsOf,
  findElement,
  parseXml,
  textOf,
  type XmlElement,
} from "../xml/xml-element.ts";
import { formulaText } from "./formula-text.ts";

/** The files of an OpenDocument package; a flat file has none. */
export interface OpenFiles {
  readonly read: (name: string) => Uint8Array | undefined;
}

/** The text of an object in a frame: a formula on one line, or the titles of a chart and the table of its values. */
export function objectBlocks(
  object: XmlElement,
  files: OpenFiles,
  table: (element: XmlElement) => Block,
): readonly Block[] {
  const root = contentOf(object, files);
  const formula = findElement(root, "math");
  if (formula) return [paragraph([run(formulaText(formula))])];
  const chart = findElement(root, "chart");
  if (!chart) return [];
  const titles = ["title", "subtitle"].flatMap((name) => [...elementsBelow(chart, name)]);
  const values = findElement(chart, "table");
  return [
    ...titles.map((title) => paragraph([run(elementsOf(title).map(textOf).join(" "))])),
    ...(values ? [table(values)] : []),
  ];
}

/** Objects are inside their frame, or files of their own. */
function contentOf(object: XmlElement, files: OpenFiles): XmlElement | undefined {
  const href = object.attributes["href"];
  if (href === undefined) return object;
  const content = files.read(`${href.replace(/^\.\//, "")}/content.xml`);
  return content && parseXml(content);
}

/** The bytes of a picture in a frame; undefined if it is outside of the document. */
export function pictureBytes(frame: XmlElement, files: OpenFiles): (() => Uint8Array) | undefined {
  const images = childrenOf(frame, "image");
  // A drawing is followed by a picture of it for other programs.
  const image =
    images.find(({ attributes }) => !/\.(?:svg|svm|emf|wmf)$/i.test(attributes["href"] ?? "")) ?? images[0];
  const inside = childOf(image, "binary-data");
  if (inside) return () => new Uint8Array(Buffer.from(textOf(inside), "base64"));
  const href = image?.attributes["href"];
  if (href === undefined || /^\w+:/.test(href)) return undefined;
  return () => files.read(href.replace(/^\.\//, "")) ?? new Uint8Array(0);
}
