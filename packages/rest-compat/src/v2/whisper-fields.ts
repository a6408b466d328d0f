import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { flag, requiredText, word } from "../http/parameters.ts";
import { fieldsResultOf, partResultOf, splitFields, wholeFields } from "../result/fields-result.ts";

const HASH = { whisper_hash: z.string() };

/** An extension: data by a schema. It does not retrieve the text. */
export const whisperFields = endpoint({
  method: "GET",
  path: "/api/v2/whisper-fields",
  summary:
    "Extension: returns the document's data by a schema, each value with its place, confidence and failed checks. Of a document that is split, of each part. It is kept as long as the text; the text is not retrieved.",
  query: z.object({
    whisper_hash: requiredText(),
    schema: word(z.string().max(63).optional()),
    /** Default: as before, or as it was submitted. */
    split: flag(z.boolean().optional()),
  }),
  body: "none",
  response: { status: 200, body: z.union([wholeFields.extend(HASH), splitFields.extend(HASH)]) },
  refusals: {
    NOT_FOUND: [404, "Whisper job or schema unknown"],
    ALREADY_DELIVERED: [400, "Whisper already delivered"],
  },
  async handle({ application, caller, query: { whisper_hash: handle, schema, split } }) {
    const found = await application.fields.readOnce(caller, { handle }, { schema, split });
    return { whisper_hash: handle, ...fieldsResultOf(found, partResultOf) };
  },
});
