import type { Block } from "../model/flow-document.ts";
import type { Strip } from "./strips.ts";

/** Strips of headers and footers, which are set once for all sections that have the same and are as wide. */
export class RepeatedStrips {
  readonly #set = new WeakMap<
    readonly Block[],
    { readonly width: number; readonly strips: readonly Strip[] }
  >();

  async of(
    blocks: readonly Block[],
    width: number,
    set: () => Promise<readonly Strip[]>,
  ): Promise<readonly Strip[]> {
    const known = this.#set.get(blocks);
    if (known?.width === width) return known.strips;
    const strips = await set();
    this.#set.set(blocks, { width, strips });
    return strips;
  }
}
