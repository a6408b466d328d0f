import { textSection, type Block, type FlowDocument } from "../../model/flow-document.ts";
import { findElement, textOf, type XmlElement } from "../../xml/xml-element.ts";
import { blocksOf, type PageContent } from "./html-blocks.ts";
import { sightIn, type SightOf } from "./hidden-text.ts";
import { MAX_ELEMENTS, parseHtml } from "./html-tree.ts";
import { htmlOfUrl, pictureOfUrl, type PictureSource } from "./data-urls.ts";

/** Reads an HTML page; `source` has the pictures that come with it. Nothing else that it refers to is fetched. */
export function readHtml(text: string, source: PictureSource = () => undefined): FlowDocument {
  const page = new Page(source);
  const { root, blocks } = page.read(text);
  return {
    title: textOf(findElement(findElement(root, "head"), "title")).trim(),
    sections: [textSection(blocks)],
    notes: page.notes(),
    files: [],
  };
}

/** Pages inside pages are read to this depth, as many browsers do. */
const MAX_DEPTH = 10;

/** A page with those in its frames. */
class Page implements PageContent {
  readonly #source: PictureSource;
  #depth = 0;
  #missingPictures = 0;
  #missingFrames = 0;
  #isCut = false;
  #hasHidden = false;
  #sightOf: SightOf = (_, around) => around;

  constructor(source: PictureSource) {
    this.#source = source;
  }

  read(text: string, isUnseen = false): { readonly root: XmlElement; readonly blocks: readonly Block[] } {
    const { root, isCut } = parseHtml(text);
    this.#isCut ||= isCut;
    const outside = this.#sightOf;
    this.#sightOf = sightIn(root);
    const blocks = blocksOf(root, this, isUnseen);
    this.#sightOf = outside;
    return { root, blocks };
  }

  readonly sightOf: SightOf = (element, around) => this.#sightOf(element, around);

  readonly onUnseen = (): void => {
    this.#hasHidden = true;
  };

  readonly picture = (url: string): Uint8Array | undefined => {
    const bytes = pictureOfUrl(url) ?? this.#source(url);
    if (!bytes && url !== "") this.#missingPictures++;
    return bytes;
  };

  readonly frame = (frame: XmlElement, isUnseen: boolean): readonly Block[] => {
    const html = htmlOfFrame(frame);
    if (html === undefined || this.#depth === MAX_DEPTH) {
      if (html !== undefined || hasAddress(frame)) this.#missingFrames++;
      return [];
    }
    this.#depth++;
    const { blocks } = this.read(html, isUnseen);
    this.#depth--;
    return blocks;
  };

  notes(): readonly string[] {
    return [
      ...(this.#isCut ? [cutNote] : []),
      ...(this.#hasHidden ? [hiddenNote] : []),
      ...notFetched(this.#missingPictures, "picture"),
      ...notFetched(this.#missingFrames, "frame"),
    ];
  }
}

const hiddenNote =
  "The document has text that its readers do not see; whether it is in the text is chosen with hiddenText.";

const cutNote = `The HTML page has more than ${MAX_ELEMENTS} elements; what follows them was not read.`;

function notFetched(count: number, what: "picture" | "frame"): readonly string[] {
  if (count === 0) return [];
  return [`${count} ${what}${count === 1 ? " was" : "s were"} not fetched.`];
}

/** The page of a frame if the document contains it. The text for browsers without frames is a page, too. */
function htmlOfFrame({ name, attributes, children }: XmlElement): string | undefined {
  if (name === "noframes") return children.filter((child) => typeof child === "string").join("");
  return attributes["srcdoc"] ?? htmlOfUrl(attributes["src"] ?? "");
}

function hasAddress({ attributes: { src = "" } }: XmlElement): boolean {
  return src !== "" && !src.startsWith("about:");
}
