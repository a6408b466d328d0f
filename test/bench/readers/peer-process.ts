import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { ReadingProcess } from "./reading.ts";

/** The message of a `startPeer` child about one document. */
export const documentReadingSchema = z.object({
  outcome: z.union([z.number(), z.string()]),
  pageMilliseconds: z.array(z.number()),
  /** CPU time of the process since it started, in milliseconds. */
  cpuMs: z.number(),
  peakMb: z.number(),
});
export type DocumentReading = z.infer<typeof documentReadingSchema>;

/**
 * Processes that read with another library; each takes the next document when it is done.
 *
 * @param library "pdfjs", or the path of liteparse's main module.
 */
export function startPeer(library: string, processes: number): ReadingProcess {
  const program = fileURLToPath(new URL("read-with-peer.ts", import.meta.url));
  const children = Array.from({ length: processes }, () => fork(program, [library]));
  const cpuMsOf = new Map<ChildProcess, number>();
  return {
    async read(paths) {
      const queue = paths.entries();
      const outcomes: (number | string)[] = [];
      const pageMilliseconds: number[] = [];
      const before = sum(cpuMsOf.values());
      const start = performance.now();
      const peaks = await Promise.all(
        children.map(async (child) => {
          let peakMb = 0;
          for (const [index, path] of queue) {
            const reading = await readDocument(child, path);
            outcomes[index] = reading.outcome;
            pageMilliseconds.push(...reading.pageMilliseconds);
            ({ peakMb } = reading);
            cpuMsOf.set(child, reading.cpuMs);
          }
          return peakMb;
        }),
      );
      const milliseconds = performance.now() - start;
      const cpuMs = sum(cpuMsOf.values()) - before;
      return { milliseconds, outcomes, pageMilliseconds, cpuMs, peakMb: sum(peaks) };
    },
    [Symbol.dispose]: () => {
      for (const child of children) child.disconnect();
    },
  };
}

function sum(values: Iterable<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

async function readDocument(child: ChildProcess, path: string): Promise<DocumentReading> {
  const answered = once(child, "message");
  child.send(path);
  const [message]: unknown[] = await answered;
  return documentReadingSchema.parse(message);
}
