import { GLYPH } from "../../../page/page-content.ts";
import type { FormField } from "../../../page/form-field.ts";
import { drawAppearance } from "./annotations.ts";
import type { PageReader } from "../content/content-reader.ts";
import type { CorePage } from "../generated/pdfjs-core.mjs";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import type { GraphicsState } from "../graphics/graphics-state.ts";
import type { PageFields, WidgetField } from "./widgets.ts";

/**
 * The fields as displayed: captions of buttons, signatures and lists are drawn with the page's glyphs, and a value that
 * is displayed in another form than stored, such as "1.00" for 1, becomes the displayed text.
 */
export async function shownFields(
  { fields, needAppearances }: PageFields,
  page: CorePage,
  reader: PageReader,
  state: GraphicsState,
): Promise<readonly FormField[]> {
  const shown: FormField[] = [];
  for (const entry of fields) {
    const { glyphs } = reader;
    const before = glyphs.count;
    if (showsText(entry, needAppearances)) await drawAppearance(entry.widget, page, reader, state);
    if (isDrawn(entry)) {
      shown.push(entry.field);
      continue;
    }
    shown.push({ ...entry.field, value: shownValue(entry.field.value, glyphs, before) });
    glyphs.takeBack(before);
  }
  return shown;
}

/** Check marks are determined by their state, and outdated values by their fields. */
function showsText(entry: WidgetField, needAppearances: boolean): boolean {
  if (entry.field.checked !== null) return false;
  return !needAppearances || entry.field.kind === "button" || entry.field.kind === "signature";
}

function isDrawn({ field: { kind }, isList }: WidgetField): boolean {
  return kind === "button" || kind === "signature" || isList;
}

/** The text of the glyphs from `first` on if they are legible and more than a part of the value. */
function shownValue(value: string, glyphs: GlyphWriter, first: number): string {
  let shown = "";
  for (let index = first; index < glyphs.count; index++) {
    if (((glyphs.flags[index] ?? 0) & GLYPH.UNMAPPED) !== 0) return value;
    const isNewLine = index > first && Math.abs((glyphs.y[index] ?? 0) - (glyphs.y[index - 1] ?? 0)) > 1;
    shown += (isNewLine ? "\n" : "") + (glyphs.text[index] ?? "");
  }
  return withoutBlanks(value).includes(withoutBlanks(shown)) ? value : shown.trim();
}

function withoutBlanks(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s+/gu, "");
}
