/** A document as a PDF. */
export interface ConvertedDocument {
  readonly pdf: Uint8Array;
  /** What was left out, as sentences for the user. */
  readonly notes: readonly string[];
}

/** How a document is converted. */
export interface ConversionOptions {
  /** Opens an encrypted document. */
  readonly password: string;
}

/**
 * Makes documents into PDFs, which are then read, rendered and searched like any other. The same document must give the
 * same pages each time: they are read in one process and rendered in another.
 *
 * @throws ExtractionError `UNSUPPORTED_DOCUMENT`, `DAMAGED_DOCUMENT`, `PASSWORD_REQUIRED` or `RESOURCE_LIMIT`.
 */
export type DocumentConverter = (bytes: Uint8Array, options: ConversionOptions) => Promise<ConvertedDocument>;
