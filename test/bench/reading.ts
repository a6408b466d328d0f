import { z } from "zod";

export const readingSchema = z.object({
  milliseconds: z.number(),
  /** Pages of each document, or why it was not read, in the order of the paths. */
  outcomes: z.array(z.union([z.number(), z.string()])),
  /** How long each page took by itself, in any order; empty where that is not told. */
  pageMilliseconds: z.array(z.number()),
  /** The most memory that the reading processes ever had together, in MB. */
  peakMb: z.number(),
});

/** What came of reading documents once. */
export type Reading = z.infer<typeof readingSchema>;

/** A process, or several, that read documents as a program would that embeds the library. */
export interface ReadingProcess extends Disposable {
  /** Reads the documents at `paths` once. */
  read(paths: readonly string[]): Promise<Reading>;
}
