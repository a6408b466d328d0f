import type { OutlineEntry } from "../../page/page-content.ts";
import type { PageBlock, PageTextBlock } from "../model/page-structure.ts";

/** Headings have at most this many lines and characters. */
export const MOST_LINES = 4;
export const MOST_CHARACTERS = 220;

/** A text larger than other text by this factor is a heading. */
export const HEADING = 1.12;

/** Marks the texts that the document's outline names as headings; each entry marks at most one. */
export function withOutlinedHeadings(
  blocks: readonly PageBlock[],
  outline: readonly OutlineEntry[] = [],
): readonly PageBlock[] {
  const entries = outline.map((entry) => ({ ...entry, key: keyOf(entry.title) }));
  if (entries.length === 0) return blocks;
  const ends = new Set(entries.map(({ key }) => key.at(-1)));
  const texts = Map.groupBy(
    blocks
      .filter((block) => block.kind === "text")
      .filter((block) => isShort(block) && mayEndIn(block.lines.at(-1)?.text ?? "", ends)),
    ({ lines }) => keyOf(lines.map(({ text }) => text).join("")),
  );
  const levels = new Map<PageBlock, number>();
  for (const { key, level, y } of entries) {
    const found = (texts.get(key) ?? []).filter((block) => !levels.has(block));
    const [best] = found.toSorted((a, b) => distance(a, y) - distance(b, y) || b.style.size - a.style.size);
    if (key !== "" && best !== undefined) levels.set(best, level);
  }
  return blocks.map((block) => {
    const level = levels.get(block);
    if (level === undefined || block.kind !== "text") return block;
    return { ...block, role: { kind: "heading", level: Math.min(6, level), source: "outline" } };
  });
}

function isShort({ lines, role, turned }: PageTextBlock): boolean {
  if (turned === true || (role !== undefined && role.kind !== "paragraph")) return false;
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return lines.length <= MOST_LINES && characters <= MOST_CHARACTERS;
}

/** Whether the key of a text can have one of these last characters: a first look, because making keys is slow. */
function mayEndIn(text: string, ends: ReadonlySet<string | undefined>): boolean {
  for (let at = text.length - 1; at >= 0; at--) {
    if (text.charCodeAt(at) > 0x7f) return true;
    const character = text.charAt(at).toLowerCase();
    if (/[a-z0-9]/.test(character)) return ends.has(character);
  }
  return true;
}

/** The letters and digits of a title, without its number: outlines leave out either. */
function keyOf(text: string): string {
  const bare = text.normalize("NFKC").toLowerCase();
  const letters = bare.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/^(?:chapter|section|appendix|kapitel|abschnitt)?[\d.]+/u, "") || letters;
}

function distance({ lines: [first] }: PageTextBlock, y: number | undefined): number {
  return y === undefined || first === undefined ? 0 : Math.round(Math.abs(first.y0 - y));
}
