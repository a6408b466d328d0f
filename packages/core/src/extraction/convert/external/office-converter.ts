/** An Office document to be converted elsewhere. */
export interface OfficeDocument {
  readonly bytes: Uint8Array;
  /** The usual extension of its format, such as "docx". */
  readonly extension: string;
  /** Opens an encrypted document; "" for none. */
  readonly password: string;
}

/**
 * Converts an Office document to PDF with another program, such as LibreOffice, where exact pages matter. If it throws,
 * the built-in converter is used, and the result's message gives the error's message.
 */
export type OfficeConverter = (document: OfficeDocument, signal: AbortSignal) => Promise<Uint8Array>;
