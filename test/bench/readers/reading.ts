import { z } from "zod";

export const readingSchema = z.object({
  milliseconds: z.number(),
  /** Pages of each document, or why it was not read, in the order of the paths. */
  outcomes: z.array(z.union([z.number(), z.string()])),
  /** How long each page took, in any order; empty if it is not reported. */
  pageMilliseconds: z.array(z.number()),
  /**
   * CPU time of the reading processes, all their threads included, since they started or the previous reading ended, in
   * milliseconds.
   */
  cpuMs: z.number(),
  /** Peak memory of all reading processes together, in MB. */
  peakMb: z.number(),
});

/** The result of reading documents once. */
export type Reading = z.infer<typeof readingSchema>;

/** One or more processes that read documents like a program that embeds the library. */
export interface ReadingProcess extends Disposable {
  /** Reads the documents at `paths` once. */
  read(paths: readonly string[]): Promise<Reading>;
}
