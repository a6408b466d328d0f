import { DomainError } from "../domain-error.ts";
import type { DocumentFields } from "../fields/document-fields.ts";
import type { ReadingPorts } from "../fields/reading-ports.ts";
import { readFieldsUnlessRead } from "../fields/read-document-fields.ts";
import type { Job } from "../jobs/job.ts";
import type { SentFields, SentPart } from "./webhook-ports.ts";

/** The largest result in a message, in characters of JSON. */
const MAX_CHARACTERS = 1_000_000;

/**
 * The fields of a settled job for a webhook, by the schema that it was submitted with; undefined without one.
 *
 * @throws DomainError `UNAVAILABLE`.
 */
export async function sentFields(ports: ReadingPorts, job: Job): Promise<SentFields | undefined> {
  if (job.fieldsSchema === null || job.status === "failed") return undefined;
  const { fieldsSchema: schema } = job;
  try {
    return withinLimit(await readFieldsUnlessRead(ports, job, schema));
  } catch (error) {
    // Another attempt may succeed; anything else would fail every attempt.
    if (!(error instanceof DomainError) || error.code === "UNAVAILABLE") throw error;
    const { message } = error;
    return [{ schema, part: 1, pages: null, version: 0, status: "failed", message, result: null }];
  }
}

function withinLimit(parts: readonly DocumentFields[]): SentFields {
  let left = MAX_CHARACTERS;
  return parts.map(({ schema, part, pages, version, status, message, result }): SentPart => {
    const sent = { schema, part, pages, version, status };
    left -= JSON.stringify(result).length;
    if (left >= 0) return { ...sent, message, result };
    const reason = `The fields have more than ${MAX_CHARACTERS} characters. Read them from the API.`;
    return { ...sent, message: reason, result: null };
  });
}
