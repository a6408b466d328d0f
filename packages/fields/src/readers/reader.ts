import type { FieldDocument } from "../document/field-document.ts";
import type { Citation, FailedCheck, FieldValue, ReaderName } from "@galley/core/domain";
import type { FieldsSchema } from "../schema/fields-schema.ts";

/** A value that a reader proposes for a path. */
export interface Proposal {
  /** Such as `invoice_number` or `lines[2].amount`. */
  readonly path: string;
  /** Null if the reader knows that what others propose is no value of the path. */
  readonly value: FieldValue;
  /** The value as the document has it. */
  readonly raw: string;
  readonly citations: readonly Citation[];
  /** 0 to 1. */
  readonly confidence: number;
  readonly reader: ReaderName;
  /** What the reader itself found to be wrong with the value. */
  readonly checks?: readonly FailedCheck[];
  /** True if the document itself settles the value, such as sums that add up: labels alone do not contradict it. */
  readonly isSettled?: boolean;
}

export interface ReaderCall {
  readonly document: FieldDocument;
  readonly schema: FieldsSchema;
  /** What the readers before this one proposed. */
  readonly proposals: readonly Proposal[];
  /** Adds a note to the result, a sentence for the user. */
  readonly note: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Proposes values. Readers run one after the other; each sees what the others found. */
export interface FieldReader {
  readonly name: ReaderName;
  read(call: ReaderCall): readonly Proposal[] | Promise<readonly Proposal[]>;
}
