import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A process that reads documents with the library, as a program that embeds it would. */
export interface GalleyProcess extends Disposable {
  /** Reads the documents at `paths` once, `concurrency` of them at a time. */
  read(paths: readonly string[]): Promise<Reading>;
}

export const readingSchema = z.object({
  milliseconds: z.number(),
  /** Pages of each document, or why it was not read, in the order of the paths. */
  outcomes: z.array(z.union([z.number(), z.string()])),
  /** The most memory that the process ever had, in MB. */
  peakMb: z.number(),
});
export type Reading = z.infer<typeof readingSchema>;

export function startGalley(threads: number): GalleyProcess {
  const program = fileURLToPath(new URL("read-documents.ts", import.meta.url));
  const child = fork(program, [String(threads)]);
  return {
    read: (paths) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error("The reading process ended."));
        child.once("exit", ended);
        child.once("message", (message) => {
          child.off("exit", ended);
          resolve(readingSchema.parse(message));
        });
        child.send(paths);
      }),
    [Symbol.dispose]: () => {
      child.disconnect();
    },
  };
}
