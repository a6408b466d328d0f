import type { PageContent } from "../../page/page-content.ts";
import type { DocumentEngine } from "../engine.ts";

/** One glyph of a page as an object, for tests. */
export interface Glyph {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
  readonly angle: number;
  readonly size: number;
  readonly flags: number;
}

/** Reads one page of a document that the engine opens without a password. */
export async function readPageWith(
  engine: DocumentEngine,
  bytes: Uint8Array,
  number = 1,
): Promise<PageContent> {
  await using document = await engine.open(bytes, { password: "" });
  return await document.readPage(number);
}

export function glyphsOf({ glyphs }: PageContent): Glyph[] {
  return Array.from({ length: glyphs.count }, (_, index) => ({
    text: glyphs.text[index] ?? "",
    x: round(glyphs.x[index]),
    y: round(glyphs.y[index]),
    advance: round(glyphs.advance[index]),
    angle: round(glyphs.angle[index]),
    size: round(glyphs.size[index]),
    flags: glyphs.flags[index] ?? 0,
  }));
}

/** The text of a page's glyphs in content order. */
export function textOf({ glyphs }: PageContent): string {
  return glyphs.text.slice(0, glyphs.count).join("");
}

function round(value: number | undefined): number {
  return Math.round((value ?? 0) * 100) / 100;
}
