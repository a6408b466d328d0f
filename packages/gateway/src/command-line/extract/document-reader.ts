import { availableParallelism } from "node:os";
import { buffer } from "node:stream/consumers";
import type { ExtractCall } from "@galley/core";
import type { enginesFor } from "../recognition-arguments.ts";
import type { ExtractedDocument } from "@galley/core/extract-text";
import type { ExtractArguments } from "./extract-arguments.ts";
import type { Input } from "./inputs.ts";

/** Reads documents, several at the same time. */
export interface DocumentReader extends AsyncDisposable {
  /** How many documents are read at the same time. */
  readonly atOnce: number;
  read(source: string | Uint8Array, call: ExtractCall): Promise<ExtractedDocument>;
}

interface ReaderNeeds extends Pick<ExtractArguments, "options" | "recognition" | "threads"> {
  /** Engines of recognition besides the built-in one. */
  readonly engines: Awaited<ReturnType<typeof enginesFor>>;
  readonly documents: number;
}

/** One document is read sooner in the thread that is there; several, or as many threads as asked for, in a pool. */
export async function createDocumentReader({
  options,
  recognition: { tessdata },
  engines,
  threads,
  documents,
}: ReaderNeeds): Promise<DocumentReader> {
  if (threads === undefined && documents === 1) {
    const { extractText } = await import("@galley/core/extract-text");
    return {
      atOnce: 1,
      read: (source, call) => extractText(source, options, { ...call, tessdata, ...engines }),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const { createExtractor } = await import("@galley/core");
  const count = threads ?? availableParallelism();
  const extractor = createExtractor({ threads: count, tessdata, ...engines });
  return {
    atOnce: count,
    read: (source, call) => extractor.extract(source, options, call),
    [Symbol.asyncDispose]: () => extractor[Symbol.asyncDispose](),
  };
}

/** What an input's document is read from. */
export async function sourceOf({ kind, name }: Input, signal: AbortSignal): Promise<string | Uint8Array> {
  if (kind === "file") return name;
  if (kind === "stdin") return buffer(process.stdin);
  const { fetchedDocument } = await import("./url-document.ts");
  return fetchedDocument(name, signal);
}
