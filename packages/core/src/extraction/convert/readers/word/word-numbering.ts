import { childOf, childrenOf, elementsOf, numberOf, type XmlElement } from "../xml/xml-element.ts";
import { formattedNumber } from "../../model/list-numbers.ts";
import type { NumberingReference } from "./word-styles.ts";

interface Level {
  readonly format: string;
  /** Such as "%1.%2." */
  readonly text: string;
  readonly start: number;
  readonly indent: number;
}

export interface ListMarker {
  readonly text: string;
  /** In points. */
  readonly indent: number;
}

const LEVELS = 9;

/** The lists of a Word document and how far they have counted. */
export class WordNumbering {
  readonly #lists = new Map<
    string,
    { readonly counters: string; readonly levels: ReadonlyMap<number, Level> }
  >();
  readonly #counters = new Map<string, number[]>();

  constructor(root: XmlElement | undefined) {
    const numbering = elementsOf(root)[0];
    const abstract = new Map(
      childrenOf(numbering, "abstractNum").map((element) => [
        element.attributes["abstractNumId"] ?? "",
        levelsOf(element),
      ]),
    );
    for (const list of childrenOf(numbering, "num")) {
      const id = childOf(list, "abstractNumId")?.attributes["val"] ?? "";
      const overrides = childrenOf(list, "lvlOverride");
      const levels = new Map([...(abstract.get(id) ?? []), ...overriddenLevels(overrides)]);
      const number = list.attributes["numId"] ?? "";
      this.#lists.set(number, { counters: overrides.length > 0 ? `list ${number}` : id, levels });
    }
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
      return formattedNumber(counters[at] ?? shown?.start ?? 1, shown?.format ?? "decimal");
    });
    return { text, indent: own.indent };
  }
}

function levelsOf(abstract: XmlElement): ReadonlyMap<number, Level> {
  return new Map(
    childrenOf(abstract, "lvl")
      .slice(0, LEVELS)
      .map((level) => [numberOf(level, "ilvl") ?? 0, levelOf(level)]),
  );
}

function overriddenLevels(overrides: readonly XmlElement[]): readonly (readonly [number, Level])[] {
  return overrides.flatMap((override) =>
    childrenOf(override, "lvl").map((level) => [numberOf(level, "ilvl") ?? 0, levelOf(level)] as const),
  );
}

function levelOf(level: XmlElement): Level {
  const indent = childOf(childOf(level, "pPr"), "ind");
  const left = numberOf(indent, "left") ?? numberOf(indent, "start") ?? 0;
  return {
    format: childOf(level, "numFmt")?.attributes["val"] ?? "decimal",
    text: childOf(level, "lvlText")?.attributes["val"] ?? "",
    start: numberOf(childOf(level, "start"), "val") ?? 1,
    indent: Math.max(0, (left - (numberOf(indent, "hanging") ?? 0)) / 20),
  };
}

/** Bullets of the fonts Symbol and Wingdings have codes of their own. */
function bulletOf(text: string): string {
  return /^[\ue000-\uf8ff]/.test(text) || text === "" ? "•" : text;
}
