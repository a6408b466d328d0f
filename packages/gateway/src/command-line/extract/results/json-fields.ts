import type { Values } from "../../extraction-options.ts";
import { UsageError } from "../../usage-error.ts";

/** The fields of a document's JSON that are written: a leaf is written whole. */
export interface JsonFields {
  readonly [name: string]: JsonFields | true;
}

const ALL = {
  file: true,
  pageCount: true,
  message: true,
  text: true,
  pages: {
    number: true,
    status: true,
    message: true,
    seconds: true,
    engine: true,
    textSource: true,
    reason: true,
    recognisers: true,
    confidence: true,
    garbled: true,
    width: true,
    height: true,
    rotation: true,
    text: true,
    lines: { text: true, box: true, metadata: true, words: true },
    fields: true,
    checkMarks: true,
    rules: true,
    images: true,
  },
} as const satisfies JsonFields;

const { words: _words, ...LINES } = ALL.pages.lines;
/** Words and their boxes are two thirds of the whole. */
const DEFAULT: JsonFields = { ...ALL, pages: { ...ALL.pages, lines: LINES } };

/** `--json-fields` lists paths such as `text,pages.number`; `all` includes words. @throws UsageError */
export function jsonFieldsIn({ jsonFields }: Values): JsonFields {
  if (typeof jsonFields !== "string") return DEFAULT;
  if (jsonFields.trim() === "all") return ALL;
  const paths = jsonFields
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");
  if (paths.length === 0) throw new UsageError(`--json-fields: ${EXPECTED}`);
  // The file tells the lines of many documents apart.
  return ["file", ...paths].reduce<JsonFields>((chosen, path) => withPath(chosen, path.split("."), path), {});
}

const EXPECTED = "expected all, or fields separated by commas, such as text,pages.number,pages.lines.words";

function withPath(chosen: JsonFields, names: readonly string[], path: string): JsonFields {
  return merged(chosen, branch(names, { known: ALL, preset: DEFAULT, path }));
}

interface Place {
  readonly known: JsonFields | true | undefined;
  readonly preset: JsonFields | true | undefined;
  readonly path: string;
}

/** The fields under a path: what is there by default, unless the path names it itself. */
function branch(names: readonly string[], { known, preset, path }: Place): JsonFields {
  const [name = "", ...below] = names;
  const next = typeof known === "object" && Object.hasOwn(known, name) ? known[name] : undefined;
  if (next === undefined || known === true || known === undefined) {
    throw new UsageError(`--json-fields: there is no field ${path}. Valid: ${listed(ALL).join(", ")}`);
  }
  const presetNext = typeof preset === "object" ? preset[name] : undefined;
  if (below.length === 0) return { [name]: presetNext ?? next };
  return { [name]: branch(below, { known: next, preset: presetNext, path }) };
}

function merged(one: JsonFields, other: JsonFields): JsonFields {
  const result: Record<string, JsonFields | true> = { ...one };
  for (const [name, added] of Object.entries(other)) {
    const there = result[name];
    result[name] = typeof there === "object" && typeof added === "object" ? merged(there, added) : added;
  }
  return result;
}

function listed(fields: JsonFields, prefix = ""): readonly string[] {
  return Object.entries(fields).flatMap(([name, below]) => [
    `${prefix}${name}`,
    ...(below === true ? [] : listed(below, `${prefix}${name}.`)),
  ]);
}

/** Keeps the chosen fields of a value, in each element of a list. */
export function withFields(value: unknown, fields: JsonFields | true): unknown {
  if (fields === true || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => withFields(element, fields));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, below]) => {
      const chosen = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return chosen === undefined ? [] : [[name, withFields(below, chosen)]];
    }),
  );
}

/** Points are exact to a hundredth; seconds and confidences to a thousandth. */
const THOUSANDTHS: ReadonlySet<string> = new Set(["seconds", "confidence", "score"]);

/** For `JSON.stringify`: writes numbers with the digits that mean something. */
export function rounded(name: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isInteger(value)) return value;
  const unit = THOUSANDTHS.has(name) ? 1000 : 100;
  return Math.round(value * unit) / unit;
}
