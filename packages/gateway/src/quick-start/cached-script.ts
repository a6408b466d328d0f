import { accessSync, constants, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { pruneCache } from "./prune-cache.ts";

export interface CachedScript<Value> {
  /** What the script evaluates to. */
  readonly value: Value;
  /**
   * Keeps the code of the functions that have been called so far, for the next process. Undefined if an earlier process
   * has kept it, or if it cannot be kept.
   */
  readonly keep: (() => void) | undefined;
}

const EXTENSION = ".code";
const CHECKSUM_BYTES = 4;

/**
 * Runs a script in ASCII whose first line names its hash, with the compiled code that an earlier process kept in the
 * folder. Unlike Node's compile cache, this code contains the functions that were compiled when they were first called.
 */
export function runCachedScript<Value>(path: string, folder: string | undefined): CachedScript<Value> {
  const source = readFileSync(path, "latin1");
  if (folder === undefined)
    return { value: new Script(source, { filename: path }).runInThisContext(), keep: undefined };
  const kept = join(folder, nameFor(path, source));
  const cachedData = codeIn(kept);
  const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
  const value: Value = script.runInThisContext();
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  if (isKept || !isWritable(folder)) return { value, keep: undefined };
  return { value, keep: () => write(kept, script.createCachedData()) };
}

/** V8 compares only the length of the source, so the name contains the hash of its first line. */
function nameFor(path: string, source: string): string {
  const hash = source.slice(source.indexOf(" ") + 1, source.indexOf("\n"));
  return `${basename(path)}-${hash}-${process.version}-${process.arch}${EXTENSION}`;
}

/** V8 also runs damaged code, so a checksum follows it. */
function codeIn(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(0, -CHECKSUM_BYTES);
    return crc32(code) === bytes.readUInt32LE(code.length) ? code : undefined;
  } catch {
    return undefined;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Processes that start at the same time write files of their own; the last one stays. */
function write(file: string, code: Buffer): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(code));
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, Buffer.concat([code, checksum]), { mode: 0o600, flag: "wx" });
    renameSync(own, file);
    pruneCache(dirname(file));
  } catch {
    rmSync(own, { force: true });
  }
}
