import type { FieldsPlace } from "./document-fields.ts";

/** What a confirmed document teaches about documents of the same look. It is as secret as the document. */
export interface StoredExample extends FieldsPlace {
  readonly organizationId: string;
  /** The sketch of the document, see `lookSketch`. */
  readonly sketch: readonly number[];
  /** Written and understood by `FieldsReader`; at most `MAX_EXAMPLE_CHARACTERS`. */
  readonly example: string;
  readonly createdAt: Date;
}

/** A page full of form fields has about 40,000. */
export const MAX_EXAMPLE_CHARACTERS = 100_000;

export interface ExamplesQuery {
  readonly organizationId: string;
  readonly schema: string;
  readonly sketch: readonly number[];
  /** The document that is read is no example of itself. */
  readonly exceptJobId: string;
  /** Examples of documents whose text has expired by then are left out. */
  readonly now: Date;
  readonly limit: number;
}

/** Examples are removed with the fields that they were made from, and those with the text. */
export interface FieldsExampleStore {
  /** Replaces the example of the same fields, and keeps the newest `keep` of the schema. */
  put(example: StoredExample, keep: number): Promise<void>;
  /** Those whose sketches have most in common with the given one, newer ones first if they have as much. */
  nearest(query: ExamplesQuery): Promise<readonly Pick<StoredExample, "jobId" | "example">[]>;
  remove(place: FieldsPlace): Promise<void>;
}
