import type { Block } from "../model/flow-document.ts";
import { blockStrips } from "./block-strips.ts";
import type { PdfPages } from "./pdf-pages.ts";
import type { Strip } from "./strips.ts";

/** Strips of headers and footers, which are set once for all sections that have the same and are as wide. */
export class RepeatedStrips {
  readonly #pages: PdfPages;
  readonly #set = new WeakMap<
    readonly Block[],
    { readonly width: number; readonly strips: readonly Strip[] }
  >();

  constructor(pages: PdfPages) {
    this.#pages = pages;
  }

  async of(blocks: readonly Block[], width: number): Promise<readonly Strip[]> {
    const known = this.#set.get(blocks);
    if (known?.width === width) return known.strips;
    const strips = await blockStrips(blocks, { width, pages: this.#pages, tag: undefined });
    this.#set.set(blocks, { width, strips });
    return strips;
  }
}
