import { textSection, type FlowDocument } from "../../model/flow-document.ts";
import { findElement, parseHtml, textOf, type XmlElement } from "../xml/xml-element.ts";
import { HtmlBlocks } from "./html-blocks.ts";
import { pictureOfUrl, type PictureSource } from "./pictures.ts";

/** Reads an HTML page. Nothing that it refers to is fetched. */
export function readHtml(text: string, source: PictureSource = () => undefined): FlowDocument {
  return htmlDocument(parseHtml(text), source);
}

/** Reads a tree of HTML or XHTML; `source` has the pictures that come with it. */
export function htmlDocument(root: XmlElement, source: PictureSource): FlowDocument {
  let remote = 0;
  const blocks = new HtmlBlocks((url) => {
    const bytes = pictureOfUrl(url) ?? source(url);
    if (!bytes && url !== "") remote++;
    return bytes;
  }).of(root);
  return {
    title: textOf(findElement(findElement(root, "head"), "title")).trim(),
    sections: [textSection(blocks)],
    notes: remote === 0 ? [] : [`${remote} ${remote === 1 ? "picture was" : "pictures were"} not fetched.`],
    files: [],
  };
}
