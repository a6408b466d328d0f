/** What settings of a model are checked with; quick to load. */
export { parseModelName, type ModelName } from "./models/model-name.ts";
export { ASK_MODEL, type AskModel } from "./schema/fields-schema.ts";
