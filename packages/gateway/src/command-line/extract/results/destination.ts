import { statSync } from "node:fs";
import { dirname, extname, join, resolve, sep } from "node:path";
import { UsageError } from "../../usage-error.ts";
import { factsOf, type Format } from "./formats.ts";
import { fileNameOf, type Input, stemOf } from "../inputs.ts";

/** Where results are written. */
export type Destination =
  | { readonly kind: "stdout" }
  /** All results in one file. */
  | { readonly kind: "file"; readonly path: string }
  /** A file for each document. */
  | { readonly kind: "files"; readonly pattern: string };

const PLACEHOLDER = /\{(\w*)\}/g;
const PLACEHOLDERS = ["name", "ext", "folder", "file"] as const;

/** The folder of the results in a folder or pattern, as far as it does not depend on the document. */
export function folderOf(output: string | undefined): string | undefined {
  if (output === undefined) return undefined;
  if (isFolder(output)) return output;
  const [fixed = ""] = output.split("{");
  if (fixed === output) return undefined;
  const folder = fixed.endsWith("/") || fixed.endsWith(sep) ? fixed : dirname(fixed);
  // A pattern in the current folder would hide all documents.
  return resolve(folder) === process.cwd() ? undefined : folder;
}

/** @throws UsageError */
export function destinationOf(
  output: string | undefined,
  { format, many }: { readonly format: Format; readonly many: boolean },
): Destination {
  const { lines, binary } = factsOf(format);
  if (output === undefined) {
    if (binary && many) {
      throw new UsageError(`--format ${format}: name a folder for several documents, such as -o out/`);
    }
    return { kind: "stdout" };
  }
  if (output.includes("{")) return { kind: "files", pattern: checkedPattern(output) };
  if (isFolder(output) || (many && extname(output) === "")) {
    return { kind: "files", pattern: join(output, "{folder}", "{name}.{ext}") };
  }
  if (many && lines !== true) {
    throw new UsageError(
      `--output: ${output} is one file; name a folder or a pattern for several documents, such as ${join(dirname(output), "{name}.{ext}")}`,
    );
  }
  return { kind: "file", path: output };
}

function isFolder(path: string): boolean {
  return path.endsWith("/") || path.endsWith(sep) || isExistingFolder(path);
}

function isExistingFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function checkedPattern(pattern: string): string {
  for (const [whole, name = ""] of pattern.matchAll(PLACEHOLDER)) {
    if (PLACEHOLDERS.some((known) => known === name)) continue;
    const valid = PLACEHOLDERS.map((known) => `{${known}}`).join(", ");
    throw new UsageError(`--output: there is no placeholder ${whole}. Valid: ${valid}`);
  }
  return pattern;
}

/**
 * The path of each input's result. Documents that differ only in their extension, such as a.pdf and a.docx,
 * keep it: a.pdf.txt and a.docx.txt.
 *
 * @throws UsageError if two documents have the same path, or one of them would be overwritten.
 */
export function resultPaths(
  inputs: readonly Input[],
  { pattern, format }: { readonly pattern: string; readonly format: Format },
): ReadonlyMap<Input, string> {
  const { extension } = factsOf(format);
  const pathOf = (input: Input, name: string): string =>
    filled(pattern, { name, ext: extension, folder: input.folder, file: fileNameOf(input) });
  const short = Map.groupBy(inputs, (input) => pathOf(input, stemOf(input)));
  const paths = new Map<Input, string>();
  for (const [path, sharing] of short) {
    for (const input of sharing)
      paths.set(input, sharing.length === 1 ? path : pathOf(input, fileNameOf(input)));
  }
  refuseClashes(paths);
  return paths;
}

function filled(pattern: string, values: Readonly<Record<(typeof PLACEHOLDERS)[number], string>>): string {
  const facts = new Map<string, string>(Object.entries(values));
  return join(pattern.replaceAll(PLACEHOLDER, (_, name: string) => facts.get(name) ?? ""));
}

function refuseClashes(paths: ReadonlyMap<Input, string>): void {
  const documents = new Set([...paths.keys()].map(({ name }) => resolve(name)));
  const taken = new Map<string, string>();
  for (const [{ name }, path] of paths) {
    const other = taken.get(path);
    if (other !== undefined) {
      throw new UsageError(
        `--output: ${other} and ${name} would both be written to ${path}; use {folder} or {file} in the pattern`,
      );
    }
    if (documents.has(resolve(path))) {
      throw new UsageError(`--output: ${path} is one of the documents; it would be overwritten`);
    }
    taken.set(path, name);
  }
}
