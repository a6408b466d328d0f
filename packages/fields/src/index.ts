export {
  fieldDocument,
  type DocumentLine,
  type DocumentWord,
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
export { aiFieldModel, type AiModelOptions } from "./models/ai-field-model.ts";
export {
  FieldModelError,
  type FieldModel,
  type ModelAnswer,
  type ModelCache,
  type ModelFailure,
  type ModelRequest,
  type ModelValue,
  type NumberedLine,
  type WantedField,
} from "./models/field-model.ts";
export { MODEL_PROVIDERS, parseModelName, type ModelName } from "./models/model-name.ts";
export { modelReader, type ModelReaderOptions } from "./models/model-reader.ts";
export { requestKey } from "./models/prompt.ts";
export { readFields, type ReadFieldsOptions } from "./read-fields.ts";
export { DEFAULT_READERS } from "./readers/default-readers.ts";
export { exampleOf } from "./readers/examples/example-of.ts";
export { examplesReader } from "./readers/examples/examples-reader.ts";
export type { FieldsExample } from "./readers/examples/fields-example.ts";
export { splitInvoices } from "./readers/kinds/invoice/invoices-in.ts";
export type { FieldReader, Proposal, ReaderCall } from "./readers/reader.ts";
export {
  ASK_MODEL,
  KINDS,
  type AskModel,
  READ_FORMATS,
  type FieldProperty,
  type FieldsSchema,
  type Kind,
} from "./schema/fields-schema.ts";
export { arraysIn, leavesAndArraysIn, leavesIn, type LeafProperty } from "./schema/properties-in.ts";
export { jsonSchemaOf, type JsonSchema } from "./schema/json-schema.ts";
export { parseFieldsSchema } from "./schema/parse-fields-schema.ts";
export { proposedSchema } from "./schema/proposed-schema.ts";
export { FieldsSchemaError } from "./schema/schema-error.ts";
export { FieldValueError, typedValue } from "./values/typed-value.ts";
