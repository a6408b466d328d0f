import type { TextEmphasis, TextLink } from "../model/block.ts";

/** A text with its links and its emphasis. */
export interface InlineText {
  readonly text: string;
  readonly links: readonly TextLink[];
  readonly emphasis: readonly TextEmphasis[];
}

/** A part of a text with the same link and emphasis throughout. */
export interface InlinePart {
  readonly start: number;
  readonly end: number;
  /** Undefined outside links. */
  readonly link: TextLink | undefined;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Links to pages and mail addresses; other kinds are only text. */
const SAFE_URL = /^(?:https?:|mailto:)/iu;

/** The parts of a text in order. Ranges that overlap an earlier one of their kind are left out. */
export function inlineParts({ text, links, emphasis }: InlineText): readonly InlinePart[] {
  const safe = apart(links.filter(({ url }) => SAFE_URL.test(url)));
  const strong = apart(emphasis);
  const edges = new Set([0, text.length]);
  for (const { start, end } of [...safe, ...strong]) edges.add(start).add(end);
  const sorted = [...edges].filter((edge) => edge <= text.length).toSorted((a, b) => a - b);
  const linkAround = rangesAround(safe);
  const styleAround = rangesAround(strong);
  return sorted.slice(1).map((end, index) => {
    const start = sorted[index] ?? 0;
    const style = styleAround(start, end);
    return {
      start,
      end,
      link: linkAround(start, end),
      bold: style?.bold ?? false,
      italic: style?.italic ?? false,
    };
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds the range that holds a part; parts are asked for in order, ranges are in order and apart. */
function rangesAround<R extends Range>(ranges: readonly R[]): (start: number, end: number) => R | undefined {
  let at = 0;
  return (start, end) => {
    while ((ranges[at]?.end ?? Infinity) <= start) at++;
    const range = ranges[at];
    return range !== undefined && range.start <= start && range.end >= end ? range : undefined;
  };
}

function apart<R extends Range>(ranges: readonly R[]): readonly R[] {
  let last = 0;
  return ranges.filter(({ start, end }) => {
    const isNext = start >= last && end > start;
    if (isNext) last = end;
    return isNext;
  });
}
