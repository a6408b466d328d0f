import type { FieldProperty } from "../schema/fields-schema.ts";

/** A line of the document's text as a model gets it. */
export interface NumberedLine {
  /** Counted from 1 over all pages. */
  readonly number: number;
  readonly page: number;
  readonly text: string;
}

/** A field that a model is asked for. */
export interface WantedField {
  /** Such as `invoice_number`, or `lines[].amount` for one of each row. */
  readonly path: string;
  readonly property: FieldProperty;
}

export interface ModelRequest {
  readonly lines: readonly NumberedLine[];
  readonly fields: readonly WantedField[];
  readonly signal?: AbortSignal | undefined;
}

/** A value with the place that the model says it has. */
export interface ModelValue {
  /** Such as `invoice_number` or `lines[2].amount`. */
  readonly path: string;
  readonly value: string | number | boolean;
  readonly line: number;
  /** The words of the line that have the value. */
  readonly quote: string;
}

export interface ModelAnswer {
  readonly values: readonly ModelValue[];
  /** Input and output together; undefined if the provider does not count. */
  readonly tokens: number | undefined;
}

/** Reads fields from numbered lines. It knows no places on pages: those are found by its quotes. */
export interface FieldModel {
  /** Provider and name; part of the key under which answers are cached. */
  readonly id: string;
  /** @throws FieldModelError; the reason of `signal` if it is aborted. */
  read(request: ModelRequest): Promise<ModelAnswer>;
}

export type ModelFailure =
  | "unreachable"
  | "rejected"
  /** The server does not accept a request of this form. */
  | "unsupported"
  | "timeout"
  | "malformed"
  /** The answer was longer than its limit. */
  | "cut"
  | "refused"
  /** The model is asked later: the document is read again when its answer is there. */
  | "pending";

/** Why a model gave no values. */
export class FieldModelError extends Error {
  override readonly name = "FieldModelError";
  readonly reason: ModelFailure;
  /** Of an answer that cannot be used, as far as the provider counts. */
  readonly tokens: number | undefined;

  constructor(
    reason: ModelFailure,
    message: string,
    { tokens, ...options }: ErrorOptions & { readonly tokens?: number | undefined } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.tokens = tokens;
  }
}

/** Stores answers, so that the same lines are not asked twice. What is stored is as secret as the document. */
export interface ModelCache {
  get(key: string): Promise<ModelAnswer | undefined>;
  set(key: string, answer: ModelAnswer): Promise<void>;
}
