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
    "case.json": { version: 1, document: basename(file), ...facts },
    "content.json": contents,
    "expected.json": tree,
  };
  for (const [name, value] of Object.entries(written)) await writeFile(join(folder, name), lines(value));
  process.stdout.write(
    `The case is in ${folder}. Edit ${join(folder, "expected.json")} into what the page should be.\n`,
  );
}

/** JSON with a line for each entry of a list, and for each row of a table or run of glyphs below it. */
function lines(value: unknown): string {
  return `${JSON.stringify(value, null, 1).replaceAll(/\n {3,}|\n(?= *[\]}],?\n {3,})/g, " ")}\n`;
}
