import { continuationOf } from "../../layout/order/hyphens.ts";
import type { WordUse } from "../../layout/order/word-use.ts";
import { addEmphasis } from "../geometry/emphasis.ts";
import { addLink } from "../geometry/linked-words.ts";
import type { TextEmphasis, TextLink } from "../model/block.ts";
import type { PageLine } from "../model/page-structure.ts";
import { needsBlank } from "../tables/cell-text.ts";

/** Joined lines with their links and their emphasis. */
export interface JoinedText {
  readonly text: string;
  readonly links: readonly TextLink[];
  readonly emphasis: readonly TextEmphasis[];
}

/**
 * Joins the lines of a block; words broken at a line's end are whole. Lines that do not go on from the line above them
 * are separated by "\n".
 */
export function joinedText(lines: readonly PageLine[], use: WordUse): JoinedText {
  const links: TextLink[] = [];
  const emphasis: TextEmphasis[] = [];
  let text = "";
  let before = "";
  for (const line of lines) {
    const isOwn = line.isOwn === true && text !== "";
    const goesOn = isOwn ? "other" : continuationOf(before, line.text, use);
    const isBroken = goesOn === "word";
    if (isOwn) text += "\n";
    else if (isBroken) text = text.slice(0, -1);
    else if (goesOn === "other" && needsBlank(before, line.text)) text += " ";
    if (isBroken) withoutHyphen(links, text.length);
    if (isBroken) withoutHyphen(emphasis, text.length);
    const from = text.length;
    for (const own of line.links ?? []) addLink(links, moved(own, from));
    for (const own of line.emphasis ?? []) addEmphasis(emphasis, moved(own, from));
    text += line.text;
    before = line.text;
  }
  return { text, links, emphasis };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function moved<R extends Range>(range: R, by: number): R {
  return { ...range, start: Math.max(0, range.start + by), end: range.end + by };
}

/** The hyphen of a broken word was removed at the end of the text. */
function withoutHyphen(ranges: Range[], end: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end > end) ranges[ranges.length - 1] = { ...last, end };
}

/** The text without its first characters, such as a list marker. */
export function withoutStart({ text, links, emphasis }: JoinedText, length: number): JoinedText {
  const rest = <R extends Range>(ranges: readonly R[]): readonly R[] =>
    ranges.filter(({ end }) => end > length).map((range) => moved(range, -length));
  return { text: text.slice(length), links: rest(links), emphasis: rest(emphasis) };
}

/** The text as one line; offsets into it stay the same. */
export function onOneLine(text: JoinedText): JoinedText {
  return { ...text, text: text.text.replaceAll("\n", " ") };
}
