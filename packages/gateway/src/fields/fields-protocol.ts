import type {
  FieldsResult,
  FieldsRow,
  FieldsSource,
  FieldValue,
  SchemaDefinition,
  TableFormat,
} from "@galley/core/domain";

/** To the thread: plain data, one task at a time. */
export type FieldsTask = { readonly definition: SchemaDefinition } & (
  | { readonly kind: "check" }
  | { readonly kind: "read"; readonly source: FieldsSource }
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
  | { readonly kind: "read"; readonly result: FieldsResult }
  | { readonly kind: "value"; readonly value: FieldValue }
  | { readonly kind: "table"; readonly table: Uint8Array }
  | { readonly kind: "refused"; readonly field: string; readonly message: string };
