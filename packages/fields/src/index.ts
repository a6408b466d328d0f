export {
  fieldDocument,
  type DocumentLine,
  type DocumentWord,
  type EmbeddedFile,
  type FieldDocument,
  type FieldPage,
} from "./document/field-document.ts";
export type {
  Citation,
  FailedCheck,
  FieldRecord,
  FieldsResult,
  FieldValue,
  ReaderName,
} from "@galley/core/domain";
export type { FieldReader, Proposal, ReaderCall } from "./readers/reader.ts";
export { KINDS, type FieldProperty, type FieldsSchema, type Kind } from "./schema/fields-schema.ts";
