/** A received document. Its bytes are in the object store. */
export interface DocumentFile {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Hexadecimal. */
  readonly md5: string;
  readonly mediaType: string;
  readonly objectKey: string;
}

/** The URL that a document is fetched from. */
export interface DocumentSource {
  readonly url: string;
  /** The name of the document once it is fetched. */
  readonly name: string;
}

/** A document uploaded in advance, which can be submitted any number of times. */
export interface Upload {
  readonly id: string;
  readonly organizationId: string;
  readonly file: DocumentFile;
  readonly createdAt: Date;
}
