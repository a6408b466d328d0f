import type { Extractor, RenderCall } from "./extractor/extractor.ts";
import type { DocumentSource } from "./document/document-source.ts";
import type { RenderOptionsInput } from "./engines/render/render-options.ts";
import type { RenderedPage } from "./engines/render/rendered-page.ts";

export interface PagePicturesOptions extends RenderOptionsInput {
  /** Pages to draw, such as "1-3,7,9-"; all by default. */
  readonly pages?: string | undefined;
}

/**
 * Draws the selected pages of a document as PNG, in order. Texts are not read. Leaving the loop cancels the drawing.
 *
 * @throws ExtractionError like `Extractor.pages` and `Extractor.renderPage`.
 */
export async function* pagePictures(
  extractor: Pick<Extractor, "pages" | "renderPage">,
  source: DocumentSource,
  { pages = "", ...options }: PagePicturesOptions = {},
  call: RenderCall = {},
): AsyncGenerator<RenderedPage> {
  for (const number of await selectedPages(extractor, source, { ...options, pages }, call)) {
    yield await extractor.renderPage(source, number, options, call);
  }
}

/** Opens the document and stops before its pages are read. */
async function selectedPages(
  extractor: Pick<Extractor, "pages">,
  source: DocumentSource,
  { pages, password, attachments }: PagePicturesOptions,
  call: RenderCall,
): Promise<readonly number[]> {
  const read = { pages, password, attachments, mode: "native_text" } as const;
  for await (const event of extractor.pages(source, read, call)) {
    if (event.kind === "opened") return event.pages;
  }
  return [];
}
