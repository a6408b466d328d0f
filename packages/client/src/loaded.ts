import type { Document, ExtractOptions, GalleyClient } from "./client.ts";

export interface LoadOptions {
  /** What one loaded document is. Default: `chunk`. */
  readonly per?: "chunk" | "page" | "document" | undefined;
  /** The largest size of a chunk in tokens, estimated. Default: 512. */
  readonly maxTokens?: number | undefined;
  /** About how many tokens the next chunk repeats. Default: 0. */
  readonly overlap?: number | undefined;
}

/** A text with what is known of it. */
export interface LoadedText {
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What the loaders of frameworks have in common. */
export async function* loaded(
  client: GalleyClient,
  source: Document,
  { per = "chunk", maxTokens, overlap, ...options }: ExtractOptions & LoadOptions,
): AsyncGenerator<LoadedText, void, undefined> {
  const extraction = await client.extract(source, options);
  const { job } = extraction;
  const known = { source: "url" in source ? source.url : (job.file?.name ?? ""), jobId: job.id };
  if (per === "document") yield { text: extraction.text, metadata: { ...known, pages: job.pageCount } };
  if (per === "page") {
    for await (const { number, text } of extraction.pages()) {
      if (text) yield { text, metadata: { ...known, page: number } };
    }
  }
  if (per === "chunk") {
    for await (const { text, headings, pages, places } of extraction.chunks({ maxTokens, overlap })) {
      yield { text, metadata: { ...known, page: pages[0], pages, headings, places } };
    }
  }
}
