import { formattedNumber } from "./list-numbers.ts";

export interface ListLevel {
  readonly format: string;
  /** Such as "%1.%2."; for bullets, the bullet. */
  readonly text: string;
  readonly start: number;
  readonly indent: number;
  /** The numbers of the levels above are shown in digits. */
  readonly isLegal?: true;
  /** The number of levels above whose items let this one start again, from the top; undefined for all of them. */
  readonly restartsAfter?: number | undefined;
}

export interface NumberedList {
  /** Lists with the same counters continue one another. */
  readonly counters: string;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** Levels that start again where the list is first used, although another list has counted with the same counters. */
  readonly restarts?: ReadonlySet<number>;
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
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #restarted = new Set<string>();

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
    const counters = this.#counted(list, { id, level });
    if (own.format === "bullet") return { text: bulletOf(own.text), indent: own.indent };
    const text = own.text.replaceAll(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = list.levels.get(at);
      const format = own.isLegal === true ? "decimal" : (shown?.format ?? "decimal");
      return formattedNumber(counters[at] ?? shown?.start ?? 1, format);
    });
    return { text, indent: own.indent };
  }

  /** The counters of a list after its next item. */
  #counted(list: NumberedList, { id, level }: NumberingReference): readonly (number | undefined)[] {
    const counters = this.#counters.get(list.counters) ?? [];
    this.#counters.set(list.counters, counters);
    // A level that is skipped counts as started.
    for (let above = 0; above < level; above++) counters[above] ??= list.levels.get(above)?.start ?? 1;
    if (this.#startsAgain(list, { id, level })) counters[level] = undefined;
    counters[level] = (counters[level] ?? (list.levels.get(level)?.start ?? 1) - 1) + 1;
    for (let below = level + 1; below < counters.length; below++)
      if (level < (list.levels.get(below)?.restartsAfter ?? below)) counters[below] = undefined;
    return counters;
  }

  /** Whether it is the first item of a level that starts again in this list. */
  #startsAgain({ restarts }: NumberedList, { id, level }: NumberingReference): boolean {
    const key = `${level} ${id}`;
    if (restarts?.has(level) !== true || this.#restarted.has(key)) return false;
    this.#restarted.add(key);
    return true;
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
