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
export { CERTAIN, reviewOf } from "./decision/decide.ts";
export { kindSchema } from "./kinds/kind-schema.ts";
export { readFields, type ReadFieldsOptions } from "./read-fields.ts";
export { DEFAULT_READERS } from "./readers/default-readers.ts";
export type { FieldReader, Proposal, ReaderCall } from "./readers/reader.ts";
export {
  KINDS,
  READ_FORMATS,
  type FieldProperty,
  type FieldsSchema,
  type Kind,
} from "./schema/fields-schema.ts";
export { jsonSchemaOf, type JsonSchema } from "./schema/json-schema.ts";
export { parseFieldsSchema } from "./schema/parse-fields-schema.ts";
export { FieldsSchemaError } from "./schema/schema-error.ts";
