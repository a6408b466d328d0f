/** The part of `@galley/core/domain` that is about data by a schema. */
export type {
  Citation,
  FailedCheck,
  FieldRecord,
  FieldsResult,
  FieldValue,
  ReaderName,
} from "./domain/fields/fields-result.ts";
export {
  FIELDS_STATUSES,
  type DocumentFields,
  type DocumentFieldsFilter,
  type DocumentFieldsQuery,
  type DocumentFieldsStore,
  type FieldsPlace,
  type FieldsReading,
  type FieldsStatus,
  type PageRange,
} from "./domain/fields/document-fields.ts";
export type {
  FieldsSchemaRecord,
  FieldsSchemaStore,
  FieldsSchemaVersion,
  SchemaDefinition,
  ShippedSchema,
} from "./domain/fields/fields-schema.ts";
export {
  TABLE_FORMATS,
  type ConfirmedSource,
  type DataColumn,
  type DataShape,
  type DocumentPart,
  type FieldsReader,
  type FieldsRow,
  type FieldsSource,
  type TableFormat,
} from "./domain/fields/fields-ports.ts";
export type { ExamplesQuery, FieldsExampleStore, StoredExample } from "./domain/fields/fields-example.ts";
export {
  evaluateFields,
  type EvaluatedDocument,
  type EvaluatedValue,
  type FieldEvaluation,
  type OutcomeCounts,
  type ReaderCounts,
} from "./domain/fields/evaluation/field-evaluation.ts";
export type {
  EvaluatedPart,
  EvaluationQuery,
  SchemaEvaluation,
} from "./domain/fields/evaluation/evaluate-schema.ts";
export type { FieldOutcome, ScoredValue, TrueData } from "./domain/fields/evaluation/score-fields.ts";
export type { CorrectedField, Fields } from "./domain/fields/fields.ts";
export { isSplittable, nameOfPart } from "./domain/fields/document-parts.ts";
export { valueAt } from "./domain/fields/field-paths.ts";
