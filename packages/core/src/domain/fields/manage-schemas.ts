import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import type { Viewer } from "../jobs/jobs.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { FieldsPorts, FieldsRecords } from "./reading-ports.ts";
import type { FieldsSchemaRecord, FieldsSchemaVersion, SchemaDefinition } from "./fields-schema.ts";

interface NamedDefinition {
  readonly name: string;
  readonly definition: SchemaDefinition;
}

/** Names are parts of addresses and of file names. */
const NAME = /^[a-z][a-z0-9_-]{0,62}$/;

const MAX_SCHEMAS = 200;
const MAX_VERSIONS = 200;

/** The longest definition as JSON: 500 properties with labels and hints have about a third of it. */
const MAX_DEFINITION_CHARACTERS = 200_000;

/** What the schemas of an organization are found with. */
interface KnownSchemas extends Pick<FieldsPorts, "fieldsReader"> {
  readonly database: { readonly records: FieldsRecords };
}

export async function listSchemas(
  { database, fieldsReader }: KnownSchemas,
  { organizationId }: Viewer,
): Promise<readonly FieldsSchemaRecord[]> {
  const own = await database.records.fieldsSchemas.list(organizationId);
  return [...fieldsReader.shipped.map(shippedRecord), ...own.map(ownRecord)];
}

export async function findSchema(
  { database, fieldsReader }: KnownSchemas,
  { organizationId }: Viewer,
  name: string,
): Promise<FieldsSchemaRecord> {
  const shipped = fieldsReader.shipped.find((one) => one.name === name);
  if (shipped) return shippedRecord(shipped);
  const own = await database.records.fieldsSchemas.find(organizationId, name);
  if (own) return ownRecord(own);
  const names = fieldsReader.shipped.map((one) => one.name).join(", ");
  throw new DomainError(
    "NOT_FOUND",
    `There is no schema ${name.slice(0, 80)}. Create it, or use one that ships: ${names}.`,
    { field: "schema" },
  );
}

export async function createSchema(
  ports: FieldsPorts,
  caller: Caller,
  { name, definition }: NamedDefinition,
): Promise<FieldsSchemaRecord> {
  assertMay(caller, "manage schemas");
  if (!NAME.test(name)) {
    throw new DomainError(
      "BAD_INPUT",
      "name: expected 1 to 63 lower-case letters, digits, - and _, beginning with a letter",
      { field: "name" },
    );
  }
  await assertDefinition(ports, definition);
  const taken = (await listSchemas(ports, caller)).some((one) => one.name === name);
  if (taken) throw new DomainError("CONFLICT", `There is a schema ${name} already.`, { field: "name" });
  return ports.database.transaction(async ({ fieldsSchemas }) => {
    if ((await fieldsSchemas.list(caller.organizationId)).length >= MAX_SCHEMAS) {
      throw new DomainError("CONFLICT", `An organization has at most ${MAX_SCHEMAS} schemas.`);
    }
    const first = versionOf(ports, caller, { name, definition, version: 1 });
    await fieldsSchemas.insert(first);
    return ownRecord(first);
  });
}

export async function updateSchema(
  ports: FieldsPorts,
  caller: Caller,
  { name, definition }: NamedDefinition,
): Promise<FieldsSchemaRecord> {
  assertMay(caller, "manage schemas");
  await assertOwn(ports, caller, name);
  await assertDefinition(ports, definition);
  return ports.database.transaction(async ({ fieldsSchemas }) => {
    const version = ((await fieldsSchemas.find(caller.organizationId, name))?.version ?? 0) + 1;
    if (version > MAX_VERSIONS) {
      throw new DomainError("CONFLICT", `A schema has at most ${MAX_VERSIONS} versions. Create another one.`);
    }
    const next = versionOf(ports, caller, { name, definition, version });
    await fieldsSchemas.insert(next);
    return ownRecord(next);
  });
}

export async function deleteSchema(ports: FieldsPorts, caller: Caller, name: string): Promise<void> {
  assertMay(caller, "delete schemas");
  await assertOwn(ports, caller, name);
  await ports.database.transaction(async (records) => {
    await assertUnused(records, caller, name);
    await records.documentFields.removeOfSchema(caller.organizationId, name);
    await records.fieldsSchemas.remove(caller.organizationId, name);
  });
}

/** Runs of a pipeline fail without its schema. */
async function assertUnused(
  { workflowEndpoints, pipelines }: WorkflowRecords & PipelineRecords,
  { organizationId }: Viewer,
  name: string,
): Promise<void> {
  const endpoints = await workflowEndpoints.listOfSchema(organizationId, name);
  const users = await pipelines.listOfWorkflows(endpoints.map(({ workflowId }) => workflowId));
  if (users.length === 0) return;
  const names = users.map((pipeline) => pipeline.name).toSorted();
  throw new DomainError(
    "CONFLICT",
    `The schema ${name} is used by these pipelines: ${names.join(", ")}. Choose another one for them first.`,
    { field: "name" },
  );
}

function versionOf(
  { environment }: Pick<FieldsPorts, "environment">,
  caller: Caller,
  facts: NamedDefinition & { readonly version: number },
): FieldsSchemaVersion {
  return {
    ...facts,
    organizationId: caller.organizationId,
    authorId: caller.kind === "extraction_key" ? null : caller.userId,
    createdAt: environment.now(),
  };
}

async function assertOwn(ports: FieldsPorts, caller: Caller, name: string): Promise<void> {
  const { isShipped } = await findSchema(ports, caller, name);
  if (!isShipped) return;
  throw new DomainError(
    "CONFLICT",
    `The schema ${name} ships with the service. Create one of your own from its definition.`,
    { field: "name" },
  );
}

async function assertDefinition({ fieldsReader }: FieldsPorts, definition: SchemaDefinition): Promise<void> {
  if (JSON.stringify(definition).length > MAX_DEFINITION_CHARACTERS) {
    throw new DomainError(
      "BAD_INPUT",
      `definition: expected at most ${MAX_DEFINITION_CHARACTERS} characters of JSON`,
      { field: "definition" },
    );
  }
  await fieldsReader.check(definition);
}

function shippedRecord(schema: NamedDefinition): FieldsSchemaRecord {
  return { ...schema, isShipped: true, version: 1, authorId: null, createdAt: null };
}

function ownRecord({
  name,
  version,
  definition,
  authorId,
  createdAt,
}: FieldsSchemaVersion): FieldsSchemaRecord {
  return { name, version, definition, authorId, createdAt, isShipped: false };
}
