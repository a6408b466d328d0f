/** A document as a PDF. */
export interface ConvertedDocument {
  readonly pdf: Uint8Array;
  /** What was left out, as sentences for the user. */
  readonly notes: readonly string[];
  /** For each page, the contained file that it comes from; "" or missing for pages of the document itself. */
  readonly origins: readonly string[];
}

/** How a document is converted. */
export interface ConversionOptions {
  /** Opens an encrypted document. */
  readonly password: string;
  /** Whether attachments are read after the document, or only named; the files of an archive are always read. */
  readonly attachments: "list" | "read";
}

/**
 * Makes documents into PDFs, which are then read, rendered and searched like any other. The same document must give the
 * same pages each time: they are read in one process and rendered in another.
 *
 * @throws ExtractionError `UNSUPPORTED_DOCUMENT`, `DAMAGED_DOCUMENT`, `PASSWORD_REQUIRED` or `RESOURCE_LIMIT`.
 */
export type DocumentConverter = (bytes: Uint8Array, options: ConversionOptions) => Promise<ConvertedDocument>;
