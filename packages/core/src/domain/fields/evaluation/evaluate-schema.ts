import type { Caller } from "../../access/model/caller.ts";
import { assertMay } from "../../access/model/policy.ts";
import { DomainError } from "../../domain-error.ts";
import type { DocumentFields } from "../document-fields.ts";
import type { FieldsPorts } from "../reading-ports.ts";
import type { FieldsSchemaRecord, SchemaDefinition } from "../fields-schema.ts";
import { sourceOf, withDocument } from "../fields-source.ts";
import { findSchema } from "../manage-schemas.ts";
import { evaluateFields, type EvaluatedDocument, type FieldEvaluation } from "./field-evaluation.ts";
import { confirmedData } from "./score-fields.ts";

/** What is evaluated: a version of a schema, by default the newest, or a definition that is not saved. */
export interface EvaluationQuery {
  /** The name of the schema whose confirmed documents are read. */
  readonly schema: string;
  readonly version?: number | undefined;
  readonly definition?: SchemaDefinition | undefined;
  /** The version to compare with. */
  readonly against?: number | undefined;
}

/** A document, or a part of one. */
export type EvaluatedPart = Pick<DocumentFields, "jobId" | "part" | "pages">;

/** How well a schema reads the documents whose fields people have confirmed. */
export interface SchemaEvaluation {
  /** Null of a definition that is not saved. */
  readonly version: number | null;
  readonly against: number | null;
  /** How many documents have confirmed fields, how many of them were read, and how many could not be. */
  readonly confirmedDocuments: number;
  readonly documents: number;
  readonly failedDocuments: number;
  readonly fields: readonly FieldEvaluation<EvaluatedPart>[];
}

/** The newest documents of a schema: more would take minutes and say little more. */
const MAX_DOCUMENTS = 200;

/** A caller waits for the result, and proxies give up after a minute. What was read by then is evaluated. */
const MAX_MS = 30_000;

/** Documents per database query: each has its whole result. */
const AT_ONCE = 10;

/** Evaluates schemas, one at a time for each organization: its documents are read between those of others. */
export class SchemaEvaluator {
  readonly #ports: FieldsPorts;
  readonly #running = new Set<string>();

  constructor(ports: FieldsPorts) {
    this.#ports = ports;
  }

  /** See `Fields.evaluate`. */
  async evaluate(caller: Caller, query: EvaluationQuery): Promise<SchemaEvaluation> {
    assertMay(caller, "read fields");
    const versions = await versionsOf(this.#ports, caller, query);
    const { organizationId } = caller;
    if (this.#running.has(organizationId)) {
      throw new DomainError("UNAVAILABLE", "Another evaluation is running. Try again when it has ended.");
    }
    this.#running.add(organizationId);
    try {
      return await evaluated(this.#ports, { organizationId, schema: query.schema, ...versions });
    } finally {
      this.#running.delete(organizationId);
    }
  }
}

interface Version {
  /** Null if it is not saved. */
  readonly version: number | null;
  readonly definition: SchemaDefinition;
}

interface Versions {
  readonly chosen: Version;
  readonly against: Version | undefined;
}

async function versionsOf(
  ports: FieldsPorts,
  caller: Caller,
  { schema, version, definition, against }: EvaluationQuery,
): Promise<Versions> {
  if (version !== undefined && definition !== undefined) {
    throw new DomainError("BAD_INPUT", "definition: expected either a version or a definition", {
      field: "definition",
    });
  }
  const newest = await findSchema(ports, caller, schema);
  const compared =
    against === undefined ? undefined : await versionOf(ports, caller, { newest, version: against });
  if (definition === undefined) {
    return { chosen: await versionOf(ports, caller, { newest, version }), against: compared };
  }
  await ports.fieldsReader.check(definition);
  return { chosen: { version: null, definition }, against: compared };
}

async function versionOf(
  { database: { records } }: FieldsPorts,
  { organizationId }: Caller,
  { newest, version }: { readonly newest: FieldsSchemaRecord; readonly version: number | undefined },
): Promise<Version> {
  if (version === undefined || version === newest.version) return newest;
  const versions = newest.isShipped ? [] : await records.fieldsSchemas.versions(organizationId, newest.name);
  const found = versions.find((one) => one.version === version);
  if (found) return found;
  throw new DomainError("NOT_FOUND", `The schema ${newest.name} has no version ${version}.`, {
    field: "version",
  });
}

interface Run extends Versions {
  readonly organizationId: string;
  readonly schema: string;
}

async function evaluated(ports: FieldsPorts, run: Run): Promise<SchemaEvaluation> {
  const { organizationId, schema, chosen, against } = run;
  const started = ports.environment.now();
  const query = { organizationId, schema, statuses: ["confirmed"], now: started } as const;
  const { documentFields } = ports.database.records;
  const confirmedDocuments = await documentFields.count(query);
  const documents: EvaluatedDocument<EvaluatedPart>[] = [];
  let failedDocuments = 0;
  const first = Math.max(0, confirmedDocuments - MAX_DOCUMENTS);
  const isTimeLeft = (): boolean => ports.environment.now().getTime() - started.getTime() < MAX_MS;
  for (let end = confirmedDocuments; end > first && isTimeLeft(); end -= AT_ONCE) {
    const offset = Math.max(first, end - AT_ONCE);
    const part = await documentFields.list(query, { offset, limit: end - offset });
    for (const fields of part.toReversed()) {
      if (!isTimeLeft()) break;
      const document = await evaluatedDocument(ports, fields, run);
      if (document) documents.push(document);
      else failedDocuments++;
    }
  }
  return {
    version: chosen.version,
    against: against?.version ?? null,
    confirmedDocuments,
    documents: documents.length,
    failedDocuments,
    fields: evaluateFields(documents),
  };
}

/** Undefined if the document is gone or cannot be read. It is no example of itself, and no model is asked. */
async function evaluatedDocument(
  ports: FieldsPorts,
  fields: DocumentFields,
  { chosen, against }: Run,
): Promise<EvaluatedDocument<EvaluatedPart> | undefined> {
  const { jobId, part, pages, result } = fields;
  const job = await ports.database.records.jobs.find(jobId);
  if (!job || !result) return undefined;
  try {
    return await withDocument(ports, job, async (document) => {
      const source = await sourceOf(ports, job, document, { ...fields, exceptCopies: true });
      const read = ({ definition }: Version) =>
        ports.fieldsReader.read(definition, { ...source, withoutModel: true });
      return {
        document: { jobId, part, pages },
        truth: confirmedData(result),
        result: await read(chosen),
        before: against && (await read(against)),
      };
    });
  } catch (error) {
    if (error instanceof DomainError && error.code !== "UNAVAILABLE") return undefined;
    throw error;
  }
}
