import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { mapConcurrently } from "../measures/concurrency.ts";
import { endedChildrenCpuMs } from "../measures/cpu-time.ts";
import type { Reading } from "./reading.ts";

/** A program that writes the text of one PDF to its output and ends each page with a form feed. */
export interface TextProgram {
  readonly name: string;
  readonly program: string;
  readonly options: readonly string[];
  /** What follows the path. */
  readonly output: readonly string[];
  /** Prints the version and exits with 0, if it is installed. */
  readonly version: string;
  readonly package: string;
}

export const TEXT_PROGRAMS: readonly TextProgram[] = [
  {
    name: "mutool draw -F text (no layout)",
    program: "mutool",
    options: ["draw", "-q", "-F", "text"],
    output: [],
    version: "-v",
    package: "mupdf-tools",
  },
  {
    name: "pdftotext -layout",
    program: "pdftotext",
    options: ["-layout"],
    output: ["-"],
    version: "-v",
    package: "poppler-utils",
  },
];

export function isInstalled({ program, version }: TextProgram): boolean {
  return spawnSync(program, [version]).status === 0;
}

/** Reads documents with one process each, `processes` at a time. */
export async function readWithProgram(
  program: TextProgram,
  paths: readonly string[],
  processes: number,
): Promise<Reading> {
  const before = endedChildrenCpuMs();
  const start = performance.now();
  const outcomes = await mapConcurrently(paths, processes, (path) => readDocument(program, path));
  const milliseconds = performance.now() - start;
  return { milliseconds, outcomes, pageMilliseconds: [], cpuMs: endedChildrenCpuMs() - before, peakMb: 0 };
}

/**
 * The peak memory in MB of reading any of the documents. Not for timed runs, because it polls the process.
 */
export async function programPeakMb(program: TextProgram, paths: readonly string[]): Promise<number> {
  let peak = 0;
  for (const path of paths) {
    const child = spawn(program.program, argumentsOf(program, path), { stdio: "ignore" });
    while (child.exitCode === null && child.signalCode === null) {
      peak = Math.max(peak, peakOf(child.pid));
      await sleep(2);
    }
  }
  return peak;
}

function readDocument(program: TextProgram, path: string): Promise<number | string> {
  const child = spawn(program.program, argumentsOf(program, path), { stdio: ["ignore", "pipe", "pipe"] });
  let pages = 0;
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => {
    for (let at = chunk.indexOf(0x0c); at >= 0; at = chunk.indexOf(0x0c, at + 1)) pages += 1;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve(code === 0 ? pages : complaint.trim().split("\n").at(-1) || `exit ${code}`),
    );
  });
}

function argumentsOf({ options, output }: TextProgram, path: string): readonly string[] {
  return [...options, path, ...output];
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
