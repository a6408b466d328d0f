import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  type ExplainedPage,
  type ExtractOptions,
  layoutOptionsOf,
  type PageCase,
  QUESTIONS,
  readCase,
} from "@galley/core";
import { UsageError } from "../usage-error.ts";

interface CaseToSave {
  readonly file: string;
  readonly page: number;
  readonly options: ExtractOptions;
  readonly question: PageCase["question"];
  readonly folder: string;
}

/** @throws UsageError if it is neither a question nor "". */
export function questionNamed(name: string): PageCase["question"] {
  const found = QUESTIONS.find((question) => question === name);
  if (found !== undefined) return found;
  if (name === "") return "";
  throw new UsageError(`--question: expected one of ${QUESTIONS.join(", ")}`);
}

/**
 * Writes a test case: what it is about, the content of its pages, and the structure as it is read now, which is to be
 * edited into the expected one.
 *
 * @throws UsageError if the folder contains anything
 */
export async function savePageCase(
  { contents }: ExplainedPage,
  { file, page, options, question, folder }: CaseToSave,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new UsageError(`--save-case: ${folder} is not empty`);
  const facts = { page, question, options: layoutOptionsOf(options) };
  const { tree } = readCase({ ...facts, contents });
  const written = {
    "case.json": expanded({ version: 1, document: basename(file), ...facts }, 1),
    "content.json": expanded(contents, CONTENT_LEVELS),
    "expected.json": expanded(tree, TREE_LEVELS),
  };
  for (const [name, text] of Object.entries(written)) await writeFile(join(folder, name), `${text}\n`);
  process.stdout.write(
    `The case is in ${folder}. Edit ${join(folder, "expected.json")} into what the page should be.\n`,
  );
}

/** So that each run of glyphs, and each row of a table, is a line. */
const CONTENT_LEVELS = 4;
const TREE_LEVELS = 3;

/** JSON whose outer levels have a line for each entry. */
function expanded(value: unknown, levels: number, indent = ""): string {
  if (levels === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((own) => expanded(own, levels - 1, `${indent} `))
    : Object.entries(value).map(
        ([name, own]) => `${JSON.stringify(name)}: ${expanded(own, levels - 1, `${indent} `)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return entries.length === 0
    ? open + close
    : `${open}\n${indent} ${entries.join(`,\n${indent} `)}\n${indent}${close}`;
}
