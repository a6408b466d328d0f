import { deciding } from "../../page/decision-log.ts";
import type { Rect } from "../../geometry/rect.ts";
import { isFormula } from "../geometry/formulas/formula-signs.ts";
import { markerOf } from "../geometry/markers.ts";
import type { PageBlock, TextRole, TextStyle } from "../model/page-structure.ts";
import type { BodyText } from "./body-text.ts";
import { charactersOf, isText, type Placed, type TextOnPage } from "./document-page.ts";
import { areOfAddress, isLabelWithValue, isNoHeading, isSentence, NUMBERED } from "./heading-wording.ts";
import { bylines, isOnlyBold, overProseAmong, signatures } from "./heading-places.ts";
import { HEADING, MOST_CHARACTERS, MOST_LINES } from "../geometry/outlined-headings.ts";

/** Bold texts of the size of the body text are headings up to this many characters. */
const MOST_BOLD_CHARACTERS = 120;

/** Bold text this much smaller than the body text is still a heading. */
const SMALLEST = 0.93;

/** Bold text with the number of a section, and in capitals above prose, may be smaller still: its letters look as large. */
const SMALLEST_MARKED = 0.8;

/** More headings than this share of the text blocks are no headings. */
const MOST_SHARE = 0.75;

const SUBSECTION = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\p{Lu}[^.]{2,70}$/u;
const OPEN_END = /[.,;:–—-]$/u;
const INITIALS = /^(?:[A-Z]\.\s*)+[A-Z]/u;

/** A text larger by this factor is a heading even if it is a sentence. */
const LARGE = 1.5;

/**
 * The heading level of each block that is a heading, 1 to 6.
 *
 * @param entries those of tables of contents
 */
export function headingLevels(
  texts: readonly TextOnPage[],
  placed: readonly Placed[],
  { body, entries }: { readonly body: BodyText; readonly entries: ReadonlySet<PageBlock> },
): ReadonlyMap<TextOnPage["block"], number> {
  // Tags without any heading may have left them out; then larger text is one.
  const areTagged = texts.some(({ block }) => block.role?.kind === "heading");
  const context = { body, areTagged, overProse: overProseAmong(placed) };
  const likely = texts.filter((text) => verdictOn(text, context).holds);
  const excluded = new Set([
    ...bylines(likely, placed, body),
    ...signatures(likely, placed, body),
    ...terms(likely, placed, body),
    ...entries,
    ...labelsWithValues(placed),
  ]);
  const candidates = likely.filter(({ block }) => !excluded.has(block));
  const marked = candidates.filter(({ block }) => block.role?.kind === "heading");
  const isEveryLine = candidates.length > MOST_SHARE * texts.length && texts.length > 8;
  const believed = isEveryLine ? marked : candidates;
  const levels = levelsOf(believed, body);
  if (deciding.log !== undefined) {
    const overruled = (text: TextOnPage): string =>
      excluded.has(text.block) ? TERM_OR_SIGNATURE : "Nearly every text would be a heading.";
    for (const text of texts)
      recordHeading(text, {
        ...verdictOn(text, context),
        level: levels.get(text.block),
        body,
        overruled,
      });
  }
  return levels;
}

const TERM_OR_SIGNATURE =
  "It is the term of a definition below it, a line below the title of the document, a signature, a label with its value, or an entry of a table of contents.";

function recordHeading(
  text: TextOnPage,
  {
    holds,
    rule,
    level,
    body,
    overruled,
  }: Verdict & {
    readonly level: number | undefined;
    readonly body: BodyText;
    readonly overruled: (text: TextOnPage) => string;
  },
): void {
  const { page, box, block } = text;
  const reason = holds && level === undefined ? overruled(text) : rule;
  deciding.log?.recordOn(page.number, {
    question: "heading",
    accepted: level !== undefined,
    outcome: level === undefined ? `No heading. ${reason}` : `A heading of level ${level}. ${reason}`,
    box,
    reasons: [
      {
        fact: "size ÷ that of the body text",
        value: block.style.size / body.style.size,
        limit: `from ${HEADING} on`,
      },
      { fact: "weight", value: block.style.bold ? "bold" : "regular" },
      { fact: "lines", value: block.lines.length, limit: `at most ${MOST_LINES}` },
      { fact: "characters", value: text.text.length, limit: `at most ${MOST_CHARACTERS}` },
      ...(level === undefined ? [] : [{ fact: "rank of its style", value: weightOf(text, body) }]),
    ],
  });
}

function labelsWithValues(placed: readonly Placed[]): readonly Placed["block"][] {
  return placed.flatMap(({ block }, at) => (isLabelWithValue(placed, at) ? [block] : []));
}

/** From so many on, bold lines that each have one indented text below are terms and their definitions. */
const FEWEST_TERMS = 4;

function terms(
  likely: readonly TextOnPage[],
  placed: readonly Placed[],
  body: BodyText,
): readonly Placed["block"][] {
  const bold = new Set<Placed["block"]>();
  for (const text of likely) if (isOnlyBold(text, body)) bold.add(text.block);
  if (bold.size < FEWEST_TERMS) return [];
  const found: Placed["block"][] = [];
  for (const [index, { block, box }] of placed.entries()) {
    const next = placed[index + 1];
    if (!bold.has(block) || next === undefined || !isDefinition(next, box)) continue;
    const after = placed[index + 2];
    const isEnd =
      after === undefined ||
      !isText(after) ||
      bold.has(after.block) ||
      (charactersOf(after.block) < MOST_CHARACTERS && !isDefinition(after, box));
    if (isEnd) found.push(block);
  }
  return found.length >= FEWEST_TERMS && 2 * found.length > bold.size ? withoutSections(found, likely) : [];
}

/** Terms without the sections of a manual page: the text below "SYNOPSIS" and "NAME" is indented as well. */
function withoutSections(
  found: readonly Placed["block"][],
  likely: readonly TextOnPage[],
): readonly Placed["block"][] {
  const own = new Set(found);
  const capitals = likely.filter(({ block, text }) => own.has(block) && isCapital(text));
  if (!capitals.some(({ text }) => isLoud(text))) return found;
  // Names in capitals may be terms as well, which are indented below their section.
  const edge = Math.min(...capitals.map(({ box }) => box.x0));
  const sections = new Set<Placed["block"]>();
  for (const { block, box } of capitals) if (box.x0 - edge < block.style.size) sections.add(block);
  return found.filter((block) => !sections.has(block));
}

function isDefinition(next: Placed, term: Rect): boolean {
  if (!isText(next) || next.block.lines.length === 0) return false;
  const { lines, style } = next.block;
  const indent = next.box.x0 - term.x0;
  return indent > style.size && markerOf(lines[0]?.text ?? "") === undefined;
}

/** Whether a text is a heading, and the rule that says so. */
interface Verdict {
  readonly holds: boolean;
  readonly rule: string;
}

const yes = (rule: string): Verdict => ({ holds: true, rule });
const no = (rule: string): Verdict => ({ holds: false, rule });

const VERDICTS = {
  tagged: yes("The document's tags or its outline say so."),
  taggedOtherwise: no("It is the label of a drawing, or the document's tags give it another role."),
  turned: no("It does not read in the page's main direction."),
  long: no("It has too many lines or characters."),
  code: no("It is monospaced, as code is."),
  larger: yes("It is larger than the body text."),
  sentence: no("It is larger than the body text, but a sentence."),
  paragraph: no("The tags say that it is a paragraph, and it is hardly larger than the body text."),
  plain: no("It is set like the body text."),
  small: no("It is too small, too long, or ends with a full stop."),
  open: no("It ends like a line that goes on."),
  bold: yes("It is bold, and the body text is not."),
  numbered: yes("It begins with the number of a section."),
  loud: yes("It is in capitals."),
  worded: no("Its wording is that of an address, an entry, a remark or a place to write at."),
} as const satisfies Record<string, Verdict>;

/** What the verdict on a text depends on. */
interface Context {
  readonly body: BodyText;
  readonly areTagged: boolean;
  /** Texts with prose right below. */
  readonly overProse: ReadonlySet<PageBlock>;
}

function verdictOn({ block, text }: TextOnPage, { body, areTagged, overProse }: Context): Verdict {
  const { role } = block;
  if (role !== undefined && (areTagged || !mayBeHeading(role)))
    return role.kind === "heading" ? VERDICTS.tagged : VERDICTS.taggedOtherwise;
  return block.turned === true
    ? VERDICTS.turned
    : verdictOnLook(block, text, { body, isOverProse: overProse.has(block) });
}

/** Whether a role may hide a heading: word processors tag numbered headings as items of a list. */
function mayBeHeading(role: TextRole): boolean {
  return role.kind === "paragraph" || (role.kind === "item" && role.label === "");
}

/** @param document what most of its text is set in; a size that sets other text is compared with itself */
function verdictOnLook(
  { role, lines, style }: TextOnPage["block"],
  text: string,
  { body: document, isOverProse }: { readonly body: BodyText; readonly isOverProse: boolean },
): Verdict {
  const body =
    document.setsText(style) && style.size > document.style.size
      ? { ...document, style: { ...document.style, size: style.size } }
      : document;
  if (lines.length > MOST_LINES || text.length > MOST_CHARACTERS) return VERDICTS.long;
  if (style.monospaced && !body.style.monospaced) return VERDICTS.code;
  const ratio = style.size / body.style.size;
  const ofBodySize = (): Verdict =>
    role === undefined
      ? stands(text, { style, ratio, lines: lines.length, body, isOverProse })
      : VERDICTS.paragraph;
  const verdict = ratio >= HEADING ? ofLarger(text, lines.length, ratio) : ofBodySize();
  return verdict.holds && (isNoHeading(text) || areOfAddress(lines)) ? VERDICTS.worded : verdict;
}

function ofLarger(text: string, lines: number, ratio: number): Verdict {
  return isSentence(text) && (lines > 2 || ratio < LARGE) ? VERDICTS.sentence : VERDICTS.larger;
}

interface Standing {
  readonly style: TextStyle;
  readonly ratio: number;
  readonly lines: number;
  readonly body: BodyText;
  readonly isOverProse: boolean;
}

/** Whether a text of about the size of the body text is set as a heading. */
function stands(text: string, { style, ratio, lines, body, isOverProse }: Standing): Verdict {
  const isBold = style.bold && !body.style.bold;
  const isMarked = isBold && hasMark(text, isOverProse);
  if (ratio < (isMarked ? SMALLEST_MARKED : SMALLEST) || lines > 2) return VERDICTS.small;
  if (text.length > MOST_BOLD_CHARACTERS || text.endsWith(".")) return VERDICTS.small;
  if (OPEN_END.test(text) && !NUMBERED.test(text)) return VERDICTS.open;
  if (isBold) return VERDICTS.bold;
  if (lines > 1 || INITIALS.test(text)) return VERDICTS.plain;
  if (isNumberedHeading(text, style, body)) return VERDICTS.numbered;
  return isLoud(text) ? VERDICTS.loud : VERDICTS.plain;
}

/** Whether a text shows by more than its weight that it is a heading. */
function hasMark(text: string, isOverProse: boolean): boolean {
  return NUMBERED.test(text) || (isOverProse && isCapital(text));
}

/** "8.6.3 Butter and Margarine", or a simpler number if the text is set apart as well. */
function isNumberedHeading(text: string, style: TextStyle, body: BodyText): boolean {
  if (SUBSECTION.test(text)) return true;
  return NUMBERED.test(text) && ((style.italic && !body.style.italic) || isCapital(text));
}

/** A line in capitals, with at least a word. */
function isLoud(text: string): boolean {
  return (
    isCapital(text) && !isFormula(text) && text.length >= 5 && /\p{L}{4}/u.test(text) && !/\d{3}/u.test(text)
  );
}

function isCapital(text: string): boolean {
  // A first look: most texts have a small letter.
  return !/[a-z]/.test(text) && text === text.toUpperCase() && text !== text.toLowerCase();
}

/** Levels by style, the largest first; what the tags or the outline say comes before. */
function levelsOf(headings: readonly TextOnPage[], body: BodyText): ReadonlyMap<TextOnPage["block"], number> {
  const weighed = headings.map((heading) => ({ ...heading, weight: weightOf(heading, body) }));
  const outlined = weighed.filter(
    ({ block: { role } }) => role?.kind === "heading" && role.source === "outline",
  );
  const levels = outlined.length === 0 ? levelsByStyle(weighed) : levelsByOutline(weighed, outlined);
  return new Map(
    weighed.map((heading) => {
      const { role } = heading.block;
      const isTagged = role?.kind === "heading" && role.source === undefined;
      const level = isTagged ? role.level : (levels.get(heading) ?? 1);
      return [heading.block, Math.min(6, Math.max(1, level))];
    }),
  );
}

interface WeighedHeading extends TextOnPage {
  readonly weight: number;
}

type Levels = ReadonlyMap<WeighedHeading, number>;

function levelsByStyle(headings: readonly WeighedHeading[]): Levels {
  const ranks: number[] = [];
  for (const { weight } of headings.toSorted((a, b) => b.weight - a.weight)) {
    const last = ranks.at(-1);
    if (last === undefined || last - weight > SAME_WEIGHT) ranks.push(weight);
  }
  return new Map(
    headings.map((heading) => [heading, ranks.findIndex((rank) => rank - heading.weight <= SAME_WEIGHT) + 1]),
  );
}

/** Headings that the outline leaves out have the level of those that look like them; a larger one is above all. */
function levelsByOutline(headings: readonly WeighedHeading[], outlined: readonly WeighedHeading[]): Levels {
  const known = new Map(outlined.map((heading) => [heading, outlineLevel(heading)]));
  const weights = Map.groupBy(outlined, outlineLevel);
  const usual = [...weights]
    .map(([level, own]) => ({ level, weight: own.reduce((sum, { weight }) => sum + weight, 0) / own.length }))
    .toSorted((a, b) => a.level - b.level);
  const [top] = usual;
  const levels = headings.map((heading): readonly [WeighedHeading, number] => {
    const level = known.get(heading);
    if (level !== undefined) return [heading, level];
    if (top !== undefined && heading.weight > top.weight + SAME_WEIGHT) return [heading, 0];
    const alike = usual.find(({ weight }) => weight <= heading.weight + SAME_WEIGHT);
    return [heading, alike?.level ?? (usual.at(-1)?.level ?? 0) + 1];
  });
  const isAbove = levels.some(([, level]) => level === 0);
  return new Map(levels.map(([heading, level]) => [heading, isAbove ? level + 1 : level]));
}

function outlineLevel({ block: { role } }: TextOnPage): number {
  return role?.kind === "heading" ? role.level : 1;
}

/** Weights nearer than this are one level. */
const SAME_WEIGHT = 0.045;

/** "2.1 DOS" is a subsection like "2.2 Windows". */
const NUMBERED_TWICE = /^\d{1,2}\.\d/u;

/** The size relative to the body text, a little more for bold text and capitals. */
function weightOf({ block: { style }, text }: TextOnPage, body: BodyText): number {
  const isSetInCapitals = isCapital(text) && !NUMBERED_TWICE.test(text);
  const emphasis = (style.bold ? 0.06 : 0) + (isSetInCapitals ? 0.05 : 0);
  return style.size / body.style.size + emphasis;
}
