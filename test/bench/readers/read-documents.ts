import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { createExtractor } from "@galley/core";
import { z } from "zod";
import { mapConcurrently } from "../measures/concurrency.ts";
import { ownCpuMs } from "../measures/cpu-time.ts";
import type { Reading } from "./reading.ts";

/**
 * The child of `startGalley`: its argument is the number of threads, each message a list of paths to read.
 */
const threads = Number(process.argv[2]);
// As in the service's own host: the flag of this process is for its main thread only, and heaps grow more.
setFlagsFromString("--max-semi-space-size=0");
setFlagsFromString("--heap-growing-percent=100");
const extractor = createExtractor({ threads });
const documents = new Map<string, Uint8Array>();
let countedCpuMs = 0;

process.on("message", (message) => {
  void read(z.array(z.string()).parse(message)).then((reading) => process.send?.(reading));
});
process.once("disconnect", () => void extractor[Symbol.asyncDispose]());

async function read(paths: readonly string[]): Promise<Reading> {
  for (const path of paths) if (!documents.has(path)) documents.set(path, await readFile(path));
  const pageMilliseconds: number[] = [];
  const start = performance.now();
  const outcomes = await mapConcurrently(paths, threads, (path) =>
    readDocument(documents.get(path), pageMilliseconds),
  );
  const milliseconds = performance.now() - start;
  return {
    milliseconds,
    outcomes,
    pageMilliseconds,
    cpuMs: newCpuMs(),
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
}

function newCpuMs(): number {
  const cpuMs = ownCpuMs();
  const added = cpuMs - countedCpuMs;
  countedCpuMs = cpuMs;
  return added;
}

async function readDocument(
  bytes: Uint8Array | undefined,
  pageMilliseconds: number[],
): Promise<number | string> {
  try {
    const { pages } = await extractor.extract(bytes ?? new Uint8Array(), { mode: "native_text" });
    for (const { seconds } of pages) pageMilliseconds.push(1000 * seconds);
    const failed = pages.find(({ status }) => status === "failed");
    return failed ? failed.message : pages.length;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
