import { formattedNumber } from "../../model/list-numbers.ts";
import { paragraph, type Block, type Paragraph, type Run } from "../../model/flow-document.ts";
import { mathText } from "../math/math-text.ts";
import { childOf, childrenOf, elementsOf, numberOf, textOf, type XmlElement } from "../../xml/xml-element.ts";

/** Sizes of text that has none of its own, in points. */
export const SIZES = { title: 32, body: 20, other: 18, table: 14, footer: 12 } as const;

/** What a shape's text looks like unless it says otherwise. */
export interface SlideTextStyle {
  readonly size: number;
  /** Paragraphs have bullets unless they say otherwise. */
  readonly hasBullets: boolean;
  readonly isTitle: boolean;
  /** What fields for the slide's number show; by default what the file has for them. */
  readonly slideNumber?: number;
}

const LEVEL_INDENT = 18;

/** The paragraphs of a shape's text (`a:txBody`). */
export function slideParagraphs(body: XmlElement | undefined, style: SlideTextStyle): readonly Block[] {
  const numbers: number[] = [];
  const scale = (numberOf(childOf(childOf(body, "bodyPr"), "normAutofit"), "fontScale") ?? 100_000) / 100_000;
  return childrenOf(body, "p").flatMap((element): readonly Paragraph[] => {
    const properties = childOf(element, "pPr");
    const level = Math.min(numberOf(properties, "lvl") ?? 0, 8);
    const size = sizeAtLevel(body, level) ?? (level === 0 ? style.size : style.size - 2);
    const plain = { size: size * scale, bold: false, italic: false };
    const runs = runsOf(element, plain, style.slideNumber);
    if (runs.every(({ text }) => text.trim() === "")) return [];
    return [
      paragraph(runs, {
        level: style.isTitle ? 1 : 0,
        marker: markerOf(properties, { level, numbers, hasBullets: style.hasBullets }),
        indent: level * LEVEL_INDENT,
        align: ALIGNMENTS[properties?.attributes["algn"] ?? ""] ?? "left",
        spaceAfter: size / 4,
      }),
    ];
  });
}

const ALIGNMENTS: Readonly<Record<string, Paragraph["align"]>> = { ctr: "center", r: "right" };

function sizeAtLevel(body: XmlElement | undefined, level: number): number | undefined {
  const size = numberOf(childOf(childOf(childOf(body, "lstStyle"), `lvl${level + 1}pPr`), "defRPr"), "sz");
  return size === undefined ? undefined : size / 100;
}

function runsOf(element: XmlElement, base: Omit<Run, "text">, slideNumber?: number): readonly Run[] {
  return elementsOf(element).flatMap((child): readonly Run[] => {
    if (child.name === "br") return [{ ...base, text: "\n" }];
    if (slideNumber !== undefined && child.name === "fld" && child.attributes["type"] === "slidenum")
      return [{ ...styleOf(child, base), text: String(slideNumber) }];
    if (child.name === "r" || child.name === "fld")
      return [{ ...styleOf(child, base), text: runText(child) }];
    // Formulas and alternative content.
    if (
      child.name === "m" ||
      child.name === "AlternateContent" ||
      child.name === "Choice" ||
      child.name === "oMath"
    )
      return [{ ...base, text: mathText(firstChoice(child)) }];
    return [];
  });
}

function runText(element: XmlElement): string {
  return textOf(childOf(element, "t")).replaceAll("\v", "\n");
}

function firstChoice(element: XmlElement): XmlElement {
  return childOf(element, "Choice") ?? element;
}

/** Sizes are in hundredths of a point. */
function styleOf(element: XmlElement, base: Omit<Run, "text">): Omit<Run, "text"> {
  const properties = childOf(element, "rPr");
  const size = numberOf(properties, "sz");
  return {
    size: size === undefined ? base.size : Math.min(Math.max(size / 100, 4), 96),
    bold: isOn(properties, "b"),
    italic: isOn(properties, "i"),
  };
}

function isOn(properties: XmlElement | undefined, attribute: string): boolean {
  return ["1", "true"].includes(properties?.attributes[attribute] ?? "");
}

const NUMBER_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^alphaLc/, "lowerLetter"],
  [/^alphaUc/, "upperLetter"],
  [/^romanLc/, "lowerRoman"],
  [/^romanUc/, "upperRoman"],
  [/^circleNum/, "decimalEnclosedCircle"],
  [/^arabicDb/, "decimalFullWidth"],
  [/^arabic1/, "arabicAlpha"],
  [/^arabic2/, "arabicAbjad"],
  [/^hebrew2/, "hebrew2"],
  [/^thaiAlpha/, "thaiLetters"],
  [/^thaiNum/, "thaiNumbers"],
  [/^hindiNum/, "hindiNumbers"],
  [/^ea1Ch[st]/, "chineseCounting"],
  [/^ea1Jpn/, "japaneseCounting"],
];

/** What stands around a number, by the end of its type. */
function enclosedNumber(number: string, type: string): string {
  if (type.endsWith("ParenBoth")) return `(${number})`;
  if (type.endsWith("ParenR")) return `${number})`;
  if (type.endsWith("Minus")) return `${number}-`;
  return type.endsWith("Plain") ? number : `${number}.`;
}

function markerOf(
  properties: XmlElement | undefined,
  {
    level,
    numbers,
    hasBullets,
  }: { readonly level: number; readonly numbers: number[]; readonly hasBullets: boolean },
): string {
  const counted = childOf(properties, "buAutoNum");
  numbers.length = Math.min(numbers.length, level + 1);
  if (counted) {
    const number = (numbers[level] ?? (numberOf(counted, "startAt") ?? 1) - 1) + 1;
    numbers[level] = number;
    const type = counted.attributes["type"] ?? "";
    const format = NUMBER_FORMATS.find(([pattern]) => pattern.test(type))?.[1] ?? "decimal";
    return enclosedNumber(formattedNumber(number, format), type);
  }
  if (childOf(properties, "buNone")) return "";
  return hasBullets || childOf(properties, "buChar") ? "•" : "";
}
