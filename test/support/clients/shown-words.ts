import type { Frame, Page } from "playwright-core";
import { z } from "zod";

/** The words `w1z`, `w2z`, … that a page shows in a browser, those of its frames and form fields included, sorted. */
export async function shownWords(page: Page, html: string): Promise<readonly string[]> {
  await page.setContent(html);
  const words: string[] = [];
  for (const frame of page.frames()) {
    if (await isShown(frame)) words.push(...z.array(z.string()).parse(await frame.evaluate(WORDS)));
  }
  return words.toSorted();
}

async function isShown(frame: Frame): Promise<boolean> {
  const parent = frame.parentFrame();
  return !parent || ((await (await frame.frameElement()).isVisible()) && isShown(parent));
}

/** Runs in the page. Definitions of SVG images have places, but are not drawn. */
const WORDS = `(() => {
  const texts = [];
  const isDrawn = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
  };
  const isVisible = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest("defs");
  const labelsOf = (select) => {
    const isList = select.multiple || select.size > 1;
    return isList ? [...select.querySelectorAll("option, optgroup")] : [...select.selectedOptions];
  };
  const unseen = ["hidden", "password"];
  const shownBy = {
    IMG: (image) => image.alt,
    INPUT: (input) => (unseen.includes(input.type) ? "" : input.value || input.placeholder),
    OPTION: (option) => (option.closest("select") ? "" : option.label),
    SELECT: (select) => labelsOf(select).map(({ label }) => label).join(" "),
    TEXTAREA: (area) => area.value || area.placeholder,
  };
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (node instanceof Element) {
      if (isVisible(node)) texts.push(shownBy[node.tagName]?.(node) ?? "");
    } else if (parentElement && isDrawn(node) && isVisible(parentElement)) {
      if (!parentElement.closest("select, option, textarea")) texts.push(node.textContent);
    }
  }
  return texts.join(" ").match(/w\\d+z/g) ?? [];
})()`;
