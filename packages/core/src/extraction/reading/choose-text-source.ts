import type { ExtractOptions } from "../options/extract-options.ts";
import type { TextSourceChoice } from "../page/text-source.ts";
import { GLYPH, type Glyphs, type ImagePlacement, type PageContent } from "../page/page-content.ts";
import type { Rect } from "../geometry/rect.ts";
import { pictureRegions } from "../recognition/pictures/picture-regions.ts";

/** An image that covers at least this share of the page makes it a scan. */
const WHOLE_PAGE = 0.6;
/** Visible glyphs that cover less than this share of a scan are a stamp or a page number. */
const SPARSE_TEXT = 0.02;

/**
 * Returns where the text of a page comes from, based on its content, on `fault` (why its own text is garbled; "" if it
 * is not) and on the options.
 */
export function chooseTextSource(
  content: PageContent,
  fault: string,
  { mode, recognition }: Pick<ExtractOptions, "mode" | "recognition">,
): TextSourceChoice {
  const own = ownTextOf(content);
  if (mode === "native_text") return own ?? withoutRecognition(content);
  if (recognition === "every_page") return recognised(content, "Every page is to be recognised.");
  if (!own) return recognised(content, "The page carries no text.");
  if (recognition === "empty_pages") return own;
  if (fault !== "") return recognised(content, "The page's own text is garbled.");
  const scan = content.images.some((image) => shareOf(image, content) >= WHOLE_PAGE);
  const { visible, invisible } = inkOf(content.glyphs);
  if (scan && invisible === 0 && visible < SPARSE_TEXT * content.width * content.height) {
    return { ...recognised(content, "The page is a scan that carries a little text."), source: "mixed" };
  }
  if (invisible > 0 && scan) return own;
  const regions = pictureRegions(content).map(({ box }) => box);
  return regions.length === 0 ? own : mixed("The page carries text and images.", regions);
}

/** Returns `native` if the page has text, or filled fields and no images; undefined otherwise. */
function ownTextOf(content: PageContent): TextSourceChoice | undefined {
  if (carriesText(content.glyphs)) return native("The page carries text.");
  if (content.images.length > 0) return undefined;
  if (content.fields.some((field) => field.value !== "" || field.checked !== null)) {
    return native("The page carries form fields.");
  }
  return undefined;
}

function withoutRecognition({ images }: PageContent): TextSourceChoice {
  if (images.length === 0) return { ...native("The page is empty."), source: "none" };
  return {
    ...native("The page carries images and no text."),
    source: "none",
    message:
      "The page contains only images, which the mode native_text does not recognise. Use another mode.",
  };
}

function native(reason: string): TextSourceChoice {
  return { source: "native", reason, message: "", regions: [], isScan: false };
}

function mixed(reason: string, regions: readonly Rect[]): TextSourceChoice {
  return { ...native(reason), source: "mixed", regions };
}

function recognised(content: PageContent, reason: string): TextSourceChoice {
  return { ...native(reason), source: "ocr", regions: [wholePage(content)], isScan: true };
}

function wholePage({ width, height }: PageContent): Rect {
  return { x0: 0, y0: 0, x1: width, y1: height };
}

function shareOf({ box }: ImagePlacement, { width, height }: PageContent): number {
  const seenWidth = Math.min(box.x1, width) - Math.max(box.x0, 0);
  const seenHeight = Math.min(box.y1, height) - Math.max(box.y0, 0);
  return seenWidth > 0 && seenHeight > 0 ? (seenWidth * seenHeight) / (width * height) : 0;
}

function carriesText({ count, flags }: Glyphs): boolean {
  for (let index = 0; index < count; index++) {
    if (((flags[index] ?? 0) & (GLYPH.BLANK | GLYPH.OFF_PAGE)) === 0) return true;
  }
  return false;
}

/** Areas covered by visible and by invisible glyphs, in square points. */
function inkOf({ count, flags, advance, size }: Glyphs): {
  readonly visible: number;
  readonly invisible: number;
} {
  let [visible, invisible] = [0, 0];
  for (let index = 0; index < count; index++) {
    const flag = flags[index] ?? 0;
    if ((flag & (GLYPH.BLANK | GLYPH.OFF_PAGE)) !== 0) continue;
    const area = (advance[index] ?? 0) * (size[index] ?? 0);
    if ((flag & GLYPH.INVISIBLE) !== 0) invisible += area;
    else visible += area;
  }
  return { visible, invisible };
}
