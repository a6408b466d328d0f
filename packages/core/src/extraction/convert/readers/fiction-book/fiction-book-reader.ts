import type { FlowDocument } from "../../model/flow-document.ts";
import { readHtml } from "../web/html-reader.ts";
import {
  childOf,
  childrenOf,
  elementsOf,
  findElement,
  parseXmlText,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";

/** Elements of FictionBook by those of HTML that are shown alike; others keep their name or are read for their text. */
const AS_HTML: ReadonlyMap<string, string> = new Map([
  ["body", "section"],
  ["section", "section"],
  ["subtitle", "h6"],
  ["v", "p"],
  ["text-author", "p"],
  ["date", "p"],
  ["poem", "blockquote"],
  ["stanza", "div"],
  ["cite", "blockquote"],
  ["epigraph", "blockquote"],
  ["annotation", "blockquote"],
  ["emphasis", "em"],
  ["strikethrough", "s"],
  ["empty-line", "br"],
]);

/** Reads a book in FictionBook 2: its title, authors and annotation, its chapters and its notes. */
export function readFictionBook(text: string): FlowDocument {
  const book = findElement(parseXmlText(text), "FictionBook");
  const files = new Map(
    childrenOf(book, "binary").map((file) => [file.attributes["id"] ?? "", textOf(file)]),
  );
  const about = childOf(childOf(book, "description"), "title-info");
  const title = textOf(childOf(about, "book-title")).trim();
  const authors = childrenOf(about, "author").map((author) =>
    elementsOf(author).map(textOf).join(" ").trim(),
  );
  const annotation = childOf(about, "annotation");
  const page = [
    title === "" ? "" : `<h1>${escaped(title)}</h1>`,
    ...authors.map((author) => `<p>${escaped(author)}</p>`),
    ...(annotation ? [asHtml(annotation, 1)] : []),
    ...childrenOf(book, "body").map((body) => asHtml(body, 1)),
  ];
  const document = readHtml(page.join(""), (url) => {
    const base64 = files.get(url.replace(/^#/, ""));
    return base64 === undefined ? undefined : Buffer.from(base64, "base64");
  });
  return { ...document, title };
}

/** An element as HTML; titles are headings by how deep their section is. */
function asHtml(element: XmlElement, depth: number): string {
  const { name, attributes } = element;
  if (name === "image")
    return `<img src="${escaped(attributes["href"] ?? "")}" alt="${escaped(attributes["alt"] ?? "")}">`;
  // A title may have several paragraphs.
  if (name === "title")
    return `<h${Math.min(depth, 6)}>${escaped(elementsOf(element).map(textOf).join(" ").trim())}</h${Math.min(depth, 6)}>`;
  const inner = name === "section" ? depth + 1 : depth;
  const content = element.children.map((child) =>
    typeof child === "string" ? escaped(child) : asHtml(child, inner),
  );
  const tag = AS_HTML.get(name) ?? (SAME.has(name) ? name : "span");
  const spans = ["colspan", "rowspan"]
    .map((span) => ` ${span}="${escaped(attributes[span] ?? "1")}"`)
    .join("");
  return tag === "br" ? "<br>" : `<${tag}${CELLS.has(name) ? spans : ""}>${content.join("")}</${tag}>`;
}

/** Elements that HTML has as well. */
const SAME: ReadonlySet<string> = new Set(["p", "strong", "sub", "sup", "code", "table", "tr", "th", "td"]);
const CELLS: ReadonlySet<string> = new Set(["th", "td"]);

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
