import { createElement, type ReactNode } from "react";

import type { PageContent } from "../model/viewed-document.ts";
import classes from "./structure.module.css";

/** The elements that the service writes, and as what they are shown: landmarks would be those of the console. */
const ELEMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "h1",
      "h2",
      "h3",
      "h4",
      "h5",
      "h6",
      "p",
      "ol",
      "ul",
      "li",
      "pre",
      "code",
      "b",
      "span",
      "br",
      "label",
    ].map((name) => [name, name]),
  ),
  ...Object.fromEntries(
    ["table", "caption", "thead", "tbody", "tr", "th", "td", "figure", "figcaption"].map((name) => [
      name,
      name,
    ]),
  ),
  header: "div",
  footer: "div",
};

const SAFE_URL = /^(?:https?:|mailto:|tel:)/i;

/** The blocks of the document's HTML that begin on a page. */
export function HtmlView({
  content,
  blocks,
}: {
  readonly content: PageContent;
  readonly blocks: readonly Element[];
}): ReactNode {
  return (
    <div className={classes["html"]}>
      {blocks
        .filter((block) => block.getAttribute("data-page") === String(content.number))
        .map((block, index) => shown(block, index))}
    </div>
  );
}

/** The top-level blocks of an article. Nothing in it is loaded or run. */
export function blocksOf(html: string): readonly Element[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...(body.querySelector("article")?.children ?? [])];
}

/** Elements are made anew, so nothing but what is listed here gets into the console. */
function shown(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  const children = Array.from(node.childNodes, shown);
  if (name === "a") return linked(node, key, children);
  if (name === "input")
    return <input key={key} type="checkbox" disabled checked={node.hasAttribute("checked")} readOnly />;
  const element = ELEMENTS[name];
  if (element === undefined) return children;
  return element === "br" ? <br key={key} /> : createElement(element, { key, ...spans(node) }, ...children);
}

function linked(node: Element, key: number, children: readonly ReactNode[]): ReactNode {
  const href = node.getAttribute("href") ?? "";
  if (!SAFE_URL.test(href)) return children;
  return (
    <a key={key} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Of cells and list items. */
function spans(node: Element): Readonly<Record<string, number>> {
  const attributes = { colSpan: "colspan", rowSpan: "rowspan", value: "value" };
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([property, attribute]) => {
      const value = Number(node.getAttribute(attribute) ?? Number.NaN);
      return Number.isSafeInteger(value) ? [[property, value]] : [];
    }),
  );
}
