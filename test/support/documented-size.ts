import { readFile } from "node:fs/promises";

/** Releases of dependencies change sizes a little. */
const TOLERANCE = 0.05;

/** Compares a size with the first number of megabytes that `pattern` finds in a file of the repository. Returns the size. */
export async function assertDocumentedSize(
  path: string,
  pattern: RegExp,
  megabytes: number,
): Promise<string> {
  const text = await readFile(new URL(`../../${path}`, import.meta.url), "utf8");
  const documented = Number(pattern.exec(text)?.[1]);
  if (!(Math.abs(megabytes - documented) <= Math.max(1, TOLERANCE * megabytes))) {
    throw new Error(`${path} states ${documented} MB; measured: ${megabytes.toFixed(1)} MB.`);
  }
  return `${megabytes.toFixed(1)} MB`;
}
