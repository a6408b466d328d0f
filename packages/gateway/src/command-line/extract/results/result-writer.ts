import { once } from "node:events";
import {
  appendFile,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../../usage-error.ts";
import { type Destination, resultPaths } from "./destination.ts";
import { factsOf, type Format } from "./formats.ts";
import type { Input } from "../inputs.ts";

/** Where the results of all documents go. */
export interface ResultWriter {
  /** Whether the order of the results matters: they share a file. */
  readonly ordered: boolean;
  /** Whether an earlier run has written the result, and the document has not changed since. */
  isDone(input: Input): Promise<boolean>;
  /** Writes a document's result; returns the path of its file, undefined for standard output. */
  write(input: Input, output: string | Uint8Array): Promise<string | undefined>;
}

export interface WriterOptions {
  readonly inputs: readonly Input[];
  readonly format: Format;
  readonly resume: boolean;
}

/** @throws UsageError */
export async function createResultWriter(
  destination: Destination,
  { inputs, format, resume }: WriterOptions,
): Promise<ResultWriter> {
  if (destination.kind === "files")
    return filesWriter(resultPaths(inputs, { pattern: destination.pattern, format }), resume);
  if (destination.kind === "file") {
    refuseOverwriting(destination.path, inputs);
    const lines = factsOf(format).lines === true;
    return lines ? linesWriter(destination.path, resume) : fileWriter(destination.path, resume);
  }
  if (resume) throw new UsageError("--resume: expected together with --output");
  return { ordered: true, isDone: async () => false, write: async (_, output) => writeToStdout(output) };
}

function refuseOverwriting(path: string, inputs: readonly Input[]): void {
  if (inputs.every(({ name }) => resolve(name) !== resolve(path))) return;
  throw new UsageError(`--output: ${path} is one of the documents; it would be overwritten`);
}

/** Respects backpressure. */
async function writeToStdout(output: string | Uint8Array): Promise<undefined> {
  if (!process.stdout.write(output)) await once(process.stdout, "drain");
}

function filesWriter(paths: ReadonlyMap<Input, string>, resume: boolean): ResultWriter {
  const pathOf = (input: Input): string => {
    const path = paths.get(input);
    if (path === undefined) throw new Error(`${input.name} has no path for its result.`);
    return path;
  };
  return {
    ordered: false,
    isDone: async (input) => resume && isNewer(pathOf(input), input),
    async write(input, output) {
      await replaceFile(pathOf(input), output);
      return pathOf(input);
    },
  };
}

function fileWriter(path: string, resume: boolean): ResultWriter {
  return {
    ordered: true,
    isDone: async (input) => resume && isNewer(path, input),
    async write(_, output) {
      await replaceFile(path, output);
      return path;
    },
  };
}

/** A result counts as done if its document is not newer. */
async function isNewer(path: string, input: Input): Promise<boolean> {
  const result = await stat(path).catch(() => undefined);
  if (result === undefined) return false;
  const document = input.kind === "file" ? await stat(input.name).catch(() => undefined) : undefined;
  return document === undefined || document.mtimeMs <= result.mtimeMs;
}

/**
 * A reader never sees half a file, and an interrupted run leaves none. What a link names is replaced, not the link;
 * devices and pipes, such as /dev/null, are written to.
 */
async function replaceFile(output: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(output), { recursive: true });
  const path = await realpath(output).catch(() => output);
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) {
    await writeFile(path, content);
    return;
  }
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** One file of JSON lines, to which each document adds its own. */
async function linesWriter(path: string, resume: boolean): Promise<ResultWriter> {
  await mkdir(dirname(path), { recursive: true });
  const done = resume ? await writtenNames(path) : new Set<string>();
  if (!resume) await writeFile(path, "");
  return {
    ordered: true,
    isDone: async ({ name }) => done.has(name),
    async write(_, output) {
      await appendFile(path, output);
      return path;
    },
  };
}

/** The documents of the lines in a file. An incomplete last line, of a run that was interrupted, is removed. */
async function writtenNames(path: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  if ((await stat(path).catch(() => undefined)) === undefined) return names;
  await removeIncompleteLine(path);
  await using file = await open(path);
  for await (const line of file.readLines()) {
    const name = nameIn(line);
    if (name === undefined)
      throw new UsageError(`--resume: ${path} is not a file of JSON lines that galley wrote`);
    names.add(name);
  }
  return names;
}

async function removeIncompleteLine(path: string): Promise<void> {
  const content = await readFile(path);
  const end = content.lastIndexOf("\n") + 1;
  if (end < content.length) await truncate(path, end);
}

/** The field `file` of a line of JSON. */
function nameIn(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("file" in value)) return undefined;
    return typeof value.file === "string" ? value.file : undefined;
  } catch {
    return undefined;
  }
}
