import { glob, readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../usage-error.ts";

/** One document to read. */
export interface Input {
  /** As messages and results name it. */
  readonly name: string;
  readonly kind: "file" | "stdin" | "url";
  /** Its folder below the folder that the user named; "" for a file that was named itself. */
  readonly folder: string;
  /** Size in bytes, for the estimate of the remaining time; 0 if unknown. */
  readonly bytes: number;
}

export interface Inputs {
  readonly inputs: readonly Input[];
  /** Whether the arguments can name more than one document, however many there are today. */
  readonly many: boolean;
  /** Files in folders whose names are not those of documents. */
  readonly passedOver: number;
}

/** The names of files that are taken from folders. Files that are named themselves are known by their content. */
const EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "pdf png jpg jpeg jp2 j2k tif tiff webp bmp gif avif pbm pgm ppm svg docx docm dotx doc odt fodt rtf " +
    "xlsx xlsm xlsb xls ods fods csv tsv pptx pptm ppt odp fodp odg fodg sxw sxc sxi " +
    "vsdx vsdm vstx xps oxps pages numbers key hwpx " +
    "eml msg ics html htm xhtml mht mhtml epub fb2 md markdown ipynb xml json txt zip"
  ).split(" "),
);

export interface Expansion {
  readonly allowUrls: boolean;
  /** The folder that results are written to, which is not read; undefined for none. */
  readonly except: string | undefined;
}

/**
 * The documents that the arguments name, in their order; those of a folder or a pattern sorted by name.
 *
 * @throws UsageError
 */
export async function expandInputs(arguments_: readonly string[], expansion: Expansion): Promise<Inputs> {
  const found = [];
  for (const argument of arguments_) found.push(await expanded(argument, expansion));
  const inputs = found.flatMap((one) => one.inputs);
  if (inputs.filter(({ kind }) => kind === "stdin").length > 1) {
    throw new UsageError("-: standard input can be read only once");
  }
  return {
    inputs,
    many: arguments_.length > 1 || found.some(({ many }) => many),
    passedOver: found.reduce((sum, one) => sum + one.passedOver, 0),
  };
}

async function expanded(argument: string, expansion: Expansion): Promise<Inputs> {
  if (argument === "-") return single({ name: "-", kind: "stdin", folder: "", bytes: 0 });
  if (/^https?:\/\//i.test(argument)) {
    if (expansion.allowUrls) return single({ name: argument, kind: "url", folder: "", bytes: 0 });
    throw new UsageError(`${argument}: documents are fetched from URLs only with --allow-urls`);
  }
  const facts = await stat(argument).catch(() => undefined);
  if (facts?.isDirectory() === true) return inFolder(argument, expansion);
  if (facts === undefined && /[*?[{]/.test(argument)) return matching(argument, expansion);
  // A missing file is reported like one that cannot be read, and the others are read.
  return single({ name: argument, kind: "file", folder: "", bytes: facts?.size ?? 0 });
}

function single(input: Input): Inputs {
  return { inputs: [input], many: false, passedOver: 0 };
}

async function inFolder(folder: string, { except }: Expansion): Promise<Inputs> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isHidden(relative(folder, path)) && !isWithin(path, except));
  const documents = files.filter(isDocumentName).toSorted();
  return {
    inputs: await Promise.all(documents.map((path) => fileIn(path, folder))),
    many: true,
    passedOver: files.length - documents.length,
  };
}

async function matching(pattern: string, expansion: Expansion): Promise<Inputs> {
  const paths: string[] = [];
  for await (const path of glob(pattern)) paths.push(path);
  const found = [];
  for (const path of paths.toSorted()) {
    if (isWithin(path, expansion.except)) continue;
    if ((await stat(path)).isFile()) found.push(await fileIn(path, dirname(path)));
  }
  if (found.length === 0) throw new UsageError(`${pattern}: no file matches`);
  return { inputs: found, many: true, passedOver: 0 };
}

async function fileIn(path: string, folder: string): Promise<Input> {
  const { size } = await stat(path);
  return { name: path, kind: "file", folder: relative(folder, dirname(path)), bytes: size };
}

function isDocumentName(path: string): boolean {
  return EXTENSIONS.has(extname(path).slice(1).toLowerCase());
}

function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith("."));
}

function isWithin(path: string, folder: string | undefined): boolean {
  return folder !== undefined && resolve(path).startsWith(`${resolve(folder)}${sep}`);
}

/** The name of an input's result without extension: that of the file, or of the last part of a URL. */
export function stemOf({ kind, name }: Input): string {
  if (kind === "stdin") return "stdin";
  const file = fileNameOf({ kind, name });
  return basename(file, extname(file));
}

/** The file name of an input, with its extension. */
export function fileNameOf({ kind, name }: Pick<Input, "kind" | "name">): string {
  if (kind !== "url") return kind === "stdin" ? "stdin" : basename(name);
  const { hostname, pathname } = new URL(name);
  const last = pathname.split("/").findLast((part) => part !== "") ?? hostname;
  return last.replaceAll(/[^\w.-]+/g, "_").replace(/^\.+/, "") || hostname;
}
