import { DomainError } from "../domain-error.ts";
import type { DocumentFields } from "../fields/document-fields.ts";
import type { ReadingPorts } from "../fields/reading-ports.ts";
import { readFieldsUnlessRead } from "../fields/read-document-fields.ts";
import type { Job } from "../jobs/job.ts";
import type { SentFields } from "./webhook-ports.ts";

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
    return { schema, version: 0, status: "failed", message: error.message, result: null };
  }
}

function withinLimit({ schema, version, status, message, result }: DocumentFields): SentFields {
  if (JSON.stringify(result).length <= MAX_CHARACTERS) return { schema, version, status, message, result };
  const reason = `The fields have more than ${MAX_CHARACTERS} characters. Read them from the API.`;
  return { schema, version, status, message: reason, result: null };
}
