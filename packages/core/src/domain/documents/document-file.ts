/** A document as it was received. Its bytes are in the object store. */
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

/** Where a document is fetched from. */
export interface DocumentSource {
  readonly url: string;
  /** What the document is called once it is here. */
  readonly name: string;
}

/** A document that was sent ahead and waits to be submitted, as often as wanted. */
export interface Upload {
  readonly id: string;
  readonly organizationId: string;
  readonly file: DocumentFile;
  readonly createdAt: Date;
}
