import { formattedNumber } from "./list-numbers.ts";

export interface ListLevel {
  readonly format: string;
  /** Such as "%1.%2."; for bullets, the bullet. */
  readonly text: string;
  readonly start: number;
  readonly indent: number;
  /** The numbers of the levels above are shown in digits. */
  readonly isLegal?: true;
}

export interface NumberedList {
  /** Lists with the same counters continue one another. */
  readonly counters: string;
  readonly levels: ReadonlyMap<number, ListLevel>;
}

/** A list, and the level of an item in it, counted from 0. */
export interface NumberingReference {
  readonly id: string;
  readonly level: number;
}

export interface ListMarker {
  readonly text: string;
  /** In points. */
  readonly indent: number;
}

/** The lists of a document and how far they have counted. */
export class NumberedLists {
  readonly #lists: ReadonlyMap<string, NumberedList>;
  readonly #counters = new Map<string, number[]>();

  constructor(lists: ReadonlyMap<string, NumberedList>) {
    this.#lists = lists;
  }

  /** Makes a number that of the list's next item. */
  restart({ id, level }: NumberingReference, number: number): void {
    const list = this.#lists.get(id);
    if (!list) return;
    const counters = this.#counters.get(list.counters) ?? [];
    this.#counters.set(list.counters, counters);
    counters[level] = number - 1;
  }

  /** The marker of the list's next item; undefined for text in no list. */
  next({ id, level }: NumberingReference): ListMarker | undefined {
    const list = this.#lists.get(id);
    const own = list?.levels.get(level);
    if (!list || !own) return undefined;
    const counters = this.#counters.get(list.counters) ?? [];
    this.#counters.set(list.counters, counters);
    // A level that is skipped counts as started.
    for (let above = 0; above < level; above++) counters[above] ??= list.levels.get(above)?.start ?? 1;
    counters[level] = (counters[level] ?? own.start - 1) + 1;
    counters.length = level + 1;
    if (own.format === "bullet") return { text: bulletOf(own.text), indent: own.indent };
    const text = own.text.replaceAll(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = list.levels.get(at);
      const format = own.isLegal === true ? "decimal" : (shown?.format ?? "decimal");
      return formattedNumber(counters[at] ?? shown?.start ?? 1, format);
    });
    return { text, indent: own.indent };
  }
}

/** What is shown before a paragraph: its number, even if it is empty, or its bullet if it has text. */
export function shownMarker(marker: string, hasText: boolean): string {
  return hasText || /[\p{L}\p{N}]/u.test(marker) ? marker : "";
}

/** Bullets of the fonts Symbol and Wingdings have codes of their own. */
function bulletOf(text: string): string {
  return /^[\ue000-\uf8ff]/.test(text) || text === "" ? "•" : text;
}
