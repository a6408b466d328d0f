import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from "parse5";
import type { XmlElement, XmlNode } from "../../xml/xml-element.ts";
import { htmlOfXml } from "./xhtml.ts";

/** The elements of an HTML page. */
export interface HtmlTree {
  readonly root: XmlElement;
  /** The page makes more elements than are read; those after them are missing. */
  readonly isCut: boolean;
}

/** Readers and typesetting recurse, so the depth is bounded: deeper elements are placed beside their parents. */
const MAX_DEPTH = 400;

/** Formatting elements that are not closed are repeated in each paragraph: a small page may make millions. */
export const MAX_ELEMENTS = 1_000_000;

/**
 * Parses HTML as the HTML standard says, like browsers in which scripts are disabled: a page that is XML is read as XML
 * first.
 */
export function parseHtml(text: string): HtmlTree {
  const document = defaultTreeAdapter.createDocument();
  let elements = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createDocument: () => document,
    createElement(...creation) {
      if (++elements > MAX_ELEMENTS) throw new TooManyElements();
      return defaultTreeAdapter.createElement(...creation);
    },
  };
  try {
    parse(isXml(text) ? htmlOfXml(text) : text, { scriptingEnabled: false, treeAdapter });
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
  }
  return { root: treeOf(document), isCut: elements > MAX_ELEMENTS };
}

/** Ends the parsing. */
class TooManyElements extends Error {}

const XHTML = "http://www.w3.org/1999/xhtml";
const NAMESPACE_WITHIN = 2048;

function isXml(text: string): boolean {
  return /^\s*<\?xml\b/.test(text) && text.slice(0, NAMESPACE_WITHIN).includes(XHTML);
}

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

interface Pending {
  readonly nodes: readonly DefaultTreeAdapterTypes.ChildNode[];
  readonly parent: OpenElement;
  readonly depth: number;
  next: number;
}

/** Without recursion, because the page may be nested any depth. */
function treeOf(document: DefaultTreeAdapterTypes.Document): XmlElement {
  const root: OpenElement = { name: "", attributes: {}, children: [] };
  const open: Pending[] = [{ nodes: document.childNodes, parent: root, depth: 0, next: 0 }];
  for (let pending = open.at(-1); pending; pending = open.at(-1)) {
    const node = pending.nodes[pending.next++];
    if (!node) {
      // Words of elements that are placed beside each other stay apart.
      if (pending.depth >= MAX_DEPTH && pending.nodes.length > 0) pending.parent.children.push(" ");
      open.pop();
    } else if (defaultTreeAdapter.isTextNode(node)) {
      pending.parent.children.push(node.value);
    } else if (defaultTreeAdapter.isElementNode(node)) {
      const element = { name: node.tagName, attributes: attributesOf(node), children: [] };
      pending.parent.children.push(element);
      const depth = pending.depth + 1;
      const parent = depth < MAX_DEPTH ? element : pending.parent;
      open.push({ nodes: node.childNodes, parent, depth, next: 0 });
    }
  }
  return root;
}

function attributesOf({ attrs }: DefaultTreeAdapterTypes.Element): Record<string, string> {
  return Object.fromEntries(
    attrs.filter(({ name }) => name !== "__proto__").map(({ name, value }) => [name, value]),
  );
}
