import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { basename } from "node:path";
import { createExtractor, type ExplainedPage, ExtractionError, type Extractor } from "@galley/core";
import { ResourceStack } from "../../resource-stack.ts";
import { tellError } from "../messages.ts";
import { enginesFor } from "../recognition-arguments.ts";
import type { Values } from "../extraction-options.ts";
import { type ExplainArguments, explainArguments } from "./explain-arguments.ts";
import { explanationHtml } from "./html/explanation-html.ts";
import { questionNamed, savePageCase } from "./save-case.ts";

/** Sharp enough to read, and about 200 KB for a page of text. */
const DPI = 110;
const MAX_PIXELS = 4_000_000;

/**
 * Runs `galley explain` and resolves to the exit code: 1 if the document or the page could not be read or a file could not
 * be written.
 *
 * @throws UsageError
 */
export async function runExplain(files: readonly string[], values: Values): Promise<0 | 1> {
  const given = explainArguments(files, values);
  const question = questionNamed(given.question);
  try {
    await using parts = new ResourceStack();
    await using extractor = createExtractor({
      threads: 1,
      tessdata: given.recognition.tessdata,
      ...(await enginesFor(given.recognition, parts)),
    });
    const source = given.file === "-" ? await buffer(process.stdin) : given.file;
    const explained = await extractor.explainPage(source, given.page, given.options);
    if (given.caseFolder === undefined) await writeExplanation(explained, { given, extractor, source });
    else await savePageCase(explained, { ...given, question, folder: given.caseFolder });
    return 0;
  } catch (error) {
    tellError(`${given.file}: ${problemOf(error)}`);
    return 1;
  }
}

interface Writing {
  readonly given: ExplainArguments;
  readonly extractor: Extractor;
  readonly source: string | Uint8Array;
}

async function writeExplanation({ explanation }: ExplainedPage, writing: Writing): Promise<void> {
  const { format, output, file } = writing.given;
  const name = file === "-" ? "standard input" : basename(file);
  const text =
    format === "json"
      ? `${JSON.stringify({ document: name, ...explanation }, null, 2)}\n`
      : explanationHtml(explanation, { name, png: await pictureOf(writing) });
  if (output === undefined) process.stdout.write(text);
  else await writeFile(output, text);
}

async function pictureOf({ given: { page, options }, extractor, source }: Writing): Promise<Uint8Array> {
  const { password, attachments } = options;
  const rendering = { dpi: DPI, maxPixels: MAX_PIXELS, password, attachments };
  return (await extractor.renderPage(source, page, rendering)).png;
}

/** The sentence about what failed. @throws any other error */
function problemOf(error: unknown): string {
  if (error instanceof ExtractionError) {
    if (error.code === "PASSWORD_REQUIRED") return `${error.message} Use --password.`;
    return error.message.replace(/^page: /, "--page: ");
  }
  // Of the file system, such as a folder that does not exist.
  if (error instanceof Error && "syscall" in error) return error.message;
  throw error;
}
