import type { ExtractOptions } from "./extract-options.ts";
import type { PageFailed, PageOutcome, PageRead } from "./extracted-document.ts";
import { layoutPage } from "./layout/layout-page.ts";
import type { OpenedDocument } from "./engines/open-document.ts";
import { chooseTextSource } from "./text-source.ts";

/** Reads one page and lays out its text. It never throws: a page that cannot be read says why. */
export async function readPage(
  document: OpenedDocument,
  number: number,
  options: ExtractOptions,
): Promise<PageOutcome> {
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    const page = await readAndLayOut(document, number, options);
    return { ...page, seconds: seconds() };
  } catch (error) {
    return { ...failureOf(number, error), seconds: seconds() };
  }
}

async function readAndLayOut(
  document: OpenedDocument,
  number: number,
  options: ExtractOptions,
): Promise<Omit<PageRead, "seconds">> {
  const { engine, content } = await document.readPage(number);
  const { source, reason, message } = chooseTextSource(content);
  return {
    ok: true,
    number,
    engine,
    textSource: source,
    reason,
    message: [message, ...content.notes].filter((note) => note !== "").join(" "),
    ...layoutPage(content, options),
    width: content.width,
    height: content.height,
    rotation: content.rotation,
    fields: content.fields,
    rules: content.rules,
    images: content.images,
  };
}

function failureOf(number: number, error: unknown): Omit<PageFailed, "seconds"> {
  if (isOutOfMemory(error)) {
    return {
      ok: false,
      number,
      reason: "memory",
      message: `Page ${number} needs more memory than it may use.`,
    };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { ok: false, number, reason: "damaged", message: `Page ${number} could not be read: ${detail}` };
}

/** V8 says that a buffer could not be had by a RangeError without a code, so its words are all there is. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|out of memory/i.test(error.message);
}
