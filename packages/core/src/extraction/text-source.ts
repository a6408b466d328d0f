import type { TextSource } from "./extracted-document.ts";
import { GLYPH, type Glyphs, type PageContent } from "./page/page-content.ts";

export interface TextSourceChoice {
  readonly source: TextSource;
  readonly reason: string;
  /** What a person should know about it; "" when there is nothing to say. */
  readonly message: string;
}

/** Decides where the text of a page comes from, by what stands on it. */
export function chooseTextSource(content: PageContent): TextSourceChoice {
  if (carriesText(content.glyphs)) {
    return { source: "native", reason: "The page carries text.", message: "" };
  }
  if (content.fields.some((field) => field.value !== "" || field.checked !== null)) {
    return { source: "native", reason: "The page carries form fields.", message: "" };
  }
  if (content.images.length > 0) {
    return {
      source: "none",
      reason: "The page carries images and no text.",
      message: "The page carries no text, only images; text recognition is not part of this version.",
    };
  }
  return { source: "none", reason: "The page is empty.", message: "" };
}

function carriesText({ count, flags }: Glyphs): boolean {
  for (let index = 0; index < count; index++) {
    if (((flags[index] ?? 0) & (GLYPH.BLANK | GLYPH.OFF_PAGE)) === 0) return true;
  }
  return false;
}
