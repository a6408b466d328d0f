import { ExtractionError } from "../../extraction/extraction-error.ts";
import { parseExtractOptions } from "../../extraction/extract-options.ts";
import type { Caller } from "../access/caller.ts";
import type { DocumentFile } from "../documents/document-file.ts";
import type { Uploads } from "../documents/uploads.ts";
import { DomainError } from "../domain-error.ts";
import type { Environment } from "../ports.ts";
import type { Job, JobOptions } from "./job.ts";
import type { JobPorts, Submission } from "./jobs.ts";

const MAX_TAG_LENGTH = 255;

/** Bytes of chance in a handle: equal documents get different handles. */
const HANDLE_BYTES = 4;

/** The options are checked before the document is read, so that a wrong one costs the caller no transfer. */
export async function submitDocument(
  { database, environment }: JobPorts,
  uploads: Uploads,
  caller: Caller,
  { document, options, tag }: Submission,
): Promise<Job> {
  const jobOptions = jobOptionsOf(options);
  if (tag.length > MAX_TAG_LENGTH) {
    throw new DomainError("BAD_INPUT", `The tag is longer than ${MAX_TAG_LENGTH} characters.`, {
      field: "tag",
    });
  }
  const file =
    "uploadId" in document
      ? (await uploads.find(caller, document.uploadId)).file
      : await uploads.store(document);
  const job = acceptedJob(environment, {
    organizationId: caller.organizationId,
    options: jobOptions,
    file,
    tag,
  });
  await database.transaction(async (records) => {
    await records.jobs.insert(job);
    await records.queue.extract(job.id);
    await records.announcements.jobChanged(job);
  });
  return job;
}

function jobOptionsOf(options: Submission["options"]): JobOptions {
  try {
    const { password: _, ...jobOptions } = parseExtractOptions(options);
    return jobOptions;
  } catch (cause) {
    if (!(cause instanceof ExtractionError)) throw cause;
    throw new DomainError("BAD_INPUT", cause.message, { cause, field: cause.option ?? "options" });
  }
}

function acceptedJob(
  environment: Environment,
  facts: { organizationId: string; options: JobOptions; file: DocumentFile; tag: string },
): Job {
  return {
    ...facts,
    id: environment.uuid(),
    handle: `${Buffer.from(environment.randomBytes(HANDLE_BYTES)).toString("hex")}|${facts.file.md5}`,
    status: "accepted",
    statusMessage: "",
    pageCount: null,
    pagesSelected: null,
    pagesDone: 0,
    submittedAt: environment.now(),
    startedAt: null,
    settledAt: null,
    retrievedAt: null,
  };
}
