import { z } from "zod";
import { tokenEstimate } from "./token-estimate.ts";

/** Options of `toChunks` with their defaults. */
export const chunkOptionsSchema = z.strictObject({
  /** Largest size of a chunk; only a single table row, word or line of code that is larger exceeds it. */
  size: z.int().min(16).max(100_000).default(512),
  /** `tokens` are estimated: one for four characters, one for each ideograph. */
  unit: z.enum(["tokens", "characters"]).default("tokens"),
  /** Repeats about this much of the end of the previous chunk, if both are in one section. Less than `size`. */
  overlap: z.int().min(0).max(50_000).default(0),
});

export type ChunkOptions = z.output<typeof chunkOptionsSchema>;
export type ChunkOptionsInput = z.input<typeof chunkOptionsSchema>;

/** The size of a text in the unit of the options. */
export function sizeOf(text: string, { unit }: Pick<ChunkOptions, "unit">): number {
  return unit === "tokens" ? tokenEstimate(text) : text.length;
}
