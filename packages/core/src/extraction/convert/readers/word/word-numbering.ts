import { NumberedLists, type ListLevel, type NumberedList } from "../../model/numbered-lists.ts";
import {
  childOf,
  childrenOf,
  elementsOf,
  findElement,
  numberOf,
  type XmlElement,
} from "../../xml/xml-element.ts";
import { isSwitchedOn } from "./word-styles.ts";

const LEVELS = 9;

type Levels = ReadonlyMap<number, ListLevel>;

/** The lists of a Word document, from its numbering part. */
export function wordLists(root: XmlElement | undefined): NumberedLists {
  const numbering = elementsOf(root)[0];
  const abstract = abstractLists(childrenOf(numbering, "abstractNum"));
  const lists = childrenOf(numbering, "num").map((list): readonly [string, NumberedList] => {
    const id = childOf(list, "abstractNumId")?.attributes["val"] ?? "";
    const overrides = childrenOf(list, "lvlOverride");
    const levels = abstract.get(id) ?? new Map<number, ListLevel>();
    const number = list.attributes["numId"] ?? "";
    return [
      number,
      {
        counters: id,
        levels: new Map([...levels, ...overriddenLevels(overrides, levels)]),
        restarts: new Set(
          overrides.filter((override) => childOf(override, "startOverride")).map(levelNumber),
        ),
      },
    ];
  });
  return new NumberedLists(new Map(lists));
}

/** The levels of all abstract lists; those that refer to a list style have the levels of the list that defines it. */
function abstractLists(elements: readonly XmlElement[]): ReadonlyMap<string, Levels> {
  const ofStyles = new Map(
    elements.map((element) => [childOf(element, "styleLink")?.attributes["val"], levelsOf(element)]),
  );
  return new Map(
    elements.map((element): readonly [string, Levels] => {
      const style = childOf(element, "numStyleLink")?.attributes["val"];
      const linked = style === undefined ? undefined : ofStyles.get(style);
      return [element.attributes["abstractNumId"] ?? "", linked ?? levelsOf(element)];
    }),
  );
}

function levelsOf(abstract: XmlElement): Levels {
  return new Map(
    childrenOf(abstract, "lvl")
      .slice(0, LEVELS)
      .map((level) => [levelNumber(level), levelOf(level)]),
  );
}

function overriddenLevels(
  overrides: readonly XmlElement[],
  levels: Levels,
): readonly (readonly [number, ListLevel])[] {
  return overrides.flatMap((override) => {
    const number = levelNumber(override);
    const element = childOf(override, "lvl");
    const level = element ? levelOf(element) : levels.get(number);
    const start = numberOf(childOf(override, "startOverride"), "val") ?? level?.start;
    return level && start !== undefined ? [[number, { ...level, start }] as const] : [];
  });
}

function levelNumber(element: XmlElement): number {
  return numberOf(element, "ilvl") ?? 0;
}

function levelOf(level: XmlElement): ListLevel {
  const indent = childOf(childOf(level, "pPr"), "ind");
  const left = numberOf(indent, "left") ?? numberOf(indent, "start") ?? 0;
  return {
    format: numberFormatOf(level),
    ...(isSwitchedOn(level, "isLgl") && { isLegal: true as const }),
    text: childOf(level, "lvlText")?.attributes["val"] ?? "",
    start: numberOf(childOf(level, "start"), "val") ?? 1,
    restartsAfter: numberOf(childOf(level, "lvlRestart"), "val"),
    indent: Math.max(0, (left - (numberOf(indent, "hanging") ?? 0)) / 20),
  };
}

/** The format of a level, which newer programs write in alternative content; those of their own are like "001, 002". */
function numberFormatOf(level: XmlElement): string {
  const format = childOf(level, "numFmt") ?? findElement(childOf(level, "AlternateContent"), "numFmt");
  const { val = "decimal", format: custom = "" } = format?.attributes ?? {};
  return val === "custom" ? custom : val;
}
