import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type ReadingProcess, readingSchema } from "./reading.ts";

/** The flags and environment of the service's own extraction host: its main thread and its allocator retain little. */
const SMALL_MAIN_THREAD = "--max-semi-space-size=4";
const LARGEST_KEPT_BUFFER = "131072";

/** A process that reads with Galley, as many documents concurrently as it has threads. */
export function startGalley(threads: number): ReadingProcess {
  const program = fileURLToPath(new URL("read-documents.ts", import.meta.url));
  const child = fork(program, [String(threads)], {
    execArgv: [SMALL_MAIN_THREAD],
    env: {
      MALLOC_ARENA_MAX: String(threads),
      MALLOC_MMAP_THRESHOLD_: LARGEST_KEPT_BUFFER,
      MALLOC_TRIM_THRESHOLD_: LARGEST_KEPT_BUFFER,
      ...process.env,
    },
  });
  return {
    read: (paths) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error("The reading process ended unexpectedly."));
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
