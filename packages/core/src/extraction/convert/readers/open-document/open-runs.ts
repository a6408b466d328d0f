import type { Block, PageCount, Run } from "../../model/flow-document.ts";
import { numberOf, textOf, type XmlElement } from "../../xml/xml-element.ts";
import type { OpenStyle, OpenStyles } from "./open-styles.ts";

/** Spaces are repeated at most so often, because a file may declare any number. */
const MAX_SPACES = 1000;

/** What is inside a paragraph without being its text; a string replaces it there. */
export type Inside = (element: XmlElement) => string | readonly Block[] | undefined;

/** Reads the text of a paragraph. */
export class OpenRuns {
  readonly #styles: OpenStyles;
  readonly #inside: Inside;
  readonly runs: Run[] = [];
  readonly floating: Block[] = [];

  constructor(styles: OpenStyles, inside: Inside) {
    this.#styles = styles;
    this.#inside = inside;
  }

  read(container: XmlElement, style: OpenStyle): void {
    for (const child of container.children) {
      if (typeof child === "string") this.#add(child.replaceAll(/[ \t\r\n]+/g, " "), style);
      else this.#element(child, style);
    }
  }

  #element(element: XmlElement, style: OpenStyle): void {
    if (element.name === "s") {
      this.#add(" ".repeat(Math.min(numberOf(element, "c") ?? 1, MAX_SPACES)), style);
      return;
    }
    if (element.name === "tab") return this.#add("\t", style);
    if (element.name === "line-break") return this.#add("\n", style);
    if (isHiddenText(element)) return;
    const count = countOf(element);
    if (count) return this.#addCount(element, style, count);
    const inside = this.#inside(element);
    if (typeof inside === "string") this.#add(inside, style);
    else if (inside) this.floating.push(...inside);
    else this.read(element, this.#styles.of("text", element.attributes["style-name"], style));
  }

  #addCount(element: XmlElement, { size, bold, italic, isHidden }: OpenStyle, count: PageCount): void {
    const text = textOf(element).trim();
    if (!isHidden) this.runs.push({ text: text === "" ? "1" : text, size, bold, italic, count });
  }

  #add(text: string, { size, bold, italic, isHidden }: OpenStyle): void {
    if (text !== "" && !isHidden) this.runs.push({ text, size, bold, italic });
  }
}

/** What a field counts; undefined for other elements. */
function countOf({ name, attributes }: XmlElement): PageCount | undefined {
  const format = attributes["num-format"] || undefined;
  if (name === "page-count") return { of: "pages", format };
  if (name !== "page-number") return undefined;
  const next = { previous: -1, next: 1 }[attributes["select-page"] ?? ""] ?? 0;
  return { of: "page", format, offset: next + (Number.parseInt(attributes["page-adjust"] ?? "", 10) || 0) };
}

/** Text that a field shows only under a condition. */
function isHiddenText({ name, attributes }: XmlElement): boolean {
  return name === "hidden-text" && attributes["is-hidden"] !== "false";
}

/** Whether a field in a paragraph hides all of it. */
export function isHiddenParagraph(paragraph: XmlElement): boolean {
  return paragraph.children.some(
    (child) =>
      typeof child !== "string" &&
      (child.name === "hidden-paragraph"
        ? child.attributes["is-hidden"] === "true"
        : child.name === "span" && isHiddenParagraph(child)),
  );
}
