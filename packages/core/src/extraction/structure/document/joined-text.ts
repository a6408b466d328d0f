import { brokenWord, compoundsIn } from "../../layout/order/hyphens.ts";
import type { TextLink } from "../model/block.ts";
import type { PageLine } from "../model/page-structure.ts";
import { needsBlank } from "../tables/cell-text.ts";

/** Joined lines with their links. */
export interface JoinedText {
  readonly text: string;
  readonly links: readonly TextLink[];
}

/** Joins the lines of a block; words broken at a line's end are whole. */
export function joinedText(lines: readonly PageLine[]): JoinedText {
  const compounds = compoundsIn(lines.map(({ text }) => text));
  const links: TextLink[] = [];
  let text = "";
  let before = "";
  for (const line of lines) {
    const isBroken = text !== "" && brokenWord(before, line.text, compounds);
    if (isBroken) text = text.slice(0, -1);
    else if (text !== "" && needsBlank(before, line.text)) text += " ";
    for (const { start, end, url } of line.links ?? []) {
      const last = links.at(-1);
      const from = text.length + start;
      // A link that goes on in the next line is one.
      if (last?.url === url && from - last.end <= 1)
        links[links.length - 1] = { ...last, end: text.length + end };
      else links.push({ start: from, end: text.length + end, url });
    }
    text += line.text;
    before = line.text;
  }
  return { text, links };
}

/** The text without its first characters, such as a list marker. */
export function withoutStart({ text, links }: JoinedText, length: number): JoinedText {
  return {
    text: text.slice(length),
    links: links
      .filter(({ end }) => end > length)
      .map(({ start, end, url }) => ({ start: Math.max(0, start - length), end: end - length, url })),
  };
}
