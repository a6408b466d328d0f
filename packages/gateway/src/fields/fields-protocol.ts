import type {
  ConfirmedSource,
  DocumentPart,
  FieldsResult,
  FieldsRow,
  FieldsSource,
  FieldValue,
  SchemaDefinition,
  TableFormat,
} from "@galley/core/domain";
import type { KnownAnswers, WantedAnswer } from "./deferred-model.ts";

/** To the thread: plain data, one task at a time. */
export type FieldsTask = { readonly definition: SchemaDefinition } & (
  | { readonly kind: "check" }
  | {
      readonly kind: "read";
      readonly source: FieldsSource;
      /** Undefined to read without a model. */
      readonly answers: KnownAnswers | undefined;
    }
  | { readonly kind: "split"; readonly source: Pick<FieldsSource, "pages" | "blocks"> }
  | { readonly kind: "example"; readonly source: ConfirmedSource }
  | { readonly kind: "value"; readonly path: string; readonly text: string }
  | {
      readonly kind: "table";
      readonly rows: readonly FieldsRow[];
      readonly format: TableFormat;
      /** As CSV, the array whose rows are written. */
      readonly array?: string | undefined;
    }
);

/** From the thread, one for each task. `refused`: the caller's mistake. */
export type FieldsAnswer =
  | { readonly kind: "check" }
  | {
      readonly kind: "read";
      readonly result: FieldsResult;
      /** If there are any, the result is not complete: ask the model for them and read again. */
      readonly wanted: readonly WantedAnswer[];
    }
  | { readonly kind: "split"; readonly parts: readonly DocumentPart[] }
  | { readonly kind: "example"; readonly example: string | undefined }
  | { readonly kind: "value"; readonly value: FieldValue }
  | { readonly kind: "table"; readonly table: Uint8Array }
  | { readonly kind: "refused"; readonly field: string; readonly message: string };
