import { ExtractionError } from "../failure/extraction-error.ts";
import { headOf, loadDocument } from "../document/document-source.ts";
import { Recent } from "../document/recent.ts";
import type { DocumentSource } from "../document/document-source.ts";
import type { PageSource, StorableEvent } from "./extractor-over.ts";
import type { OfficeConverter } from "../convert/external/office-converter.ts";
import { mayBeOffice, officeExtension } from "../convert/external/office-extension.ts";

/** What is read instead of a document. */
interface Substitute {
  readonly source: DocumentSource;
  /** Why the document itself is read although it should have been converted; "" if it was, or needs no conversion. */
  readonly failure: string;
}

/** Converts Office documents elsewhere before they are read or rendered. */
export function convertedElsewhere(pages: PageSource, convert: OfficeConverter): PageSource {
  const recent = new Recent<Substitute>();
  const substituteOf = (
    source: DocumentSource,
    { password, signal }: { readonly password: string; readonly signal: AbortSignal | undefined },
  ): Promise<Substitute> =>
    recent.get(source, password, () => substitute(source, password, { convert, signal }));
  return {
    ...pages,
    read: async function* (source, options, call) {
      const read = await substituteOf(source, { password: options.password, signal: call.signal });
      yield* noted(pages.read(read.source, options, call), read.failure);
    },
    render: async (source, request, signal) => {
      const { password } = request.options;
      const read = await substituteOf(source, { password, signal });
      return pages.render(read.source, request, signal);
    },
  };
}

async function substitute(
  source: DocumentSource,
  password: string,
  { convert, signal }: { readonly convert: OfficeConverter; readonly signal: AbortSignal | undefined },
): Promise<Substitute> {
  // PDFs and images are left in their files.
  if (!mayBeOffice(await headOf(source))) return { source, failure: "" };
  const bytes = await loadDocument(source);
  const extension = officeExtension(bytes);
  if (extension === undefined) return { source, failure: "" };
  try {
    const document = { bytes, extension, password };
    return { source: await convert(document, signal ?? new AbortController().signal), failure: "" };
  } catch (error) {
    signal?.throwIfAborted();
    return { source, failure: error instanceof Error ? error.message : String(error) };
  }
}

async function* noted(
  events: ReturnType<PageSource["read"]>,
  failure: string,
): AsyncGenerator<StorableEvent, void, undefined> {
  if (failure === "") {
    yield* events;
    return;
  }
  const note = `The document converter failed, so the built-in one was used: ${failure}`;
  try {
    for await (const event of events) {
      yield event.kind === "opened" ? { ...event, notes: [note, ...(event.notes ?? [])] } : event;
    }
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    throw new ExtractionError(error.code, `${error.message} ${note}`, { cause: error });
  }
}
