import type { LineMetadata } from "@galley/core/domain";
import { z } from "zod";

/** `[page, base_y, height, page_height]`: pages are counted from 0, the rest is in pixels at 288 dpi. */
export const lineRow = z.tuple([z.int(), z.int(), z.int(), z.int()]);

/** A blank line is all zeros. */
export function lineRowOf(line: LineMetadata | null): z.output<typeof lineRow> {
  if (!line) return [0, 0, 0, 0];
  return [line.page, Math.round(line.baseY), Math.round(line.height), Math.round(line.pageHeight)];
}
