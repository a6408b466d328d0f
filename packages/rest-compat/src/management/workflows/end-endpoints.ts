import type { ConnectionType, EndpointDirection, EndpointFacts, WorkflowEndpoint } from "@galley/core/domain";
import { z } from "zod";
import { connectorRow, connectorRows } from "../connectors/connector-record.ts";
import type { Admission } from "../admission.ts";
import { givenFields, recordId } from "../given-fields.ts";
import { managementEndpoint, type ManagementCall, type ManagementEndpoint } from "../management-endpoint.ts";
import type { Visit } from "../visit.ts";
import { notFound } from "../management-errors.ts";
import { ownConfiguration } from "./hosted-configuration.ts";
import { envelope, envelopeOf, PAGE_PARAMETERS, rangeOf } from "../pagination.ts";

const endRecord = z.object({
  id: z.string(),
  workflow: z.string(),
  workflow_name: z.string(),
  endpoint_type: z.enum(["SOURCE", "DESTINATION"]),
  connection_type: z.enum(["FILESYSTEM", "DATABASE", "API"]).nullable(),
  connector_instance: connectorRow.nullable(),
  connector_instance_id: z.string().nullable(),
  configuration: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  modified_at: z.iso.datetime(),
});

const endBody = z.strictObject({
  connection_type: z.enum(["FILESYSTEM", "FILE_SYSTEM", "DATABASE", "API", ""]).nullable().optional(),
  connector_instance_id: recordId.nullable().describe("The id of the connector.").optional(),
  configuration: z
    .record(z.string(), z.unknown())
    .describe(
      "Source: folders, patterns, recursive, archives, maxFiles; or table, keyColumn, contentColumn or urlColumn, maxFiles. Destination: folder; or table, createTable, columnMode, chunkTable; and renditions (text, markdown, html, plain, tables, blocks, chunks, in folders also csv; default text), chunkTokens, chunkOverlap; extension: schema (writes the data of documents by it), review (write, wait), in folders fieldFormats (json, csv, xlsx).",
    )
    .optional(),
});

const CONNECTIONS = {
  FILESYSTEM: "file_system",
  FILE_SYSTEM: "file_system",
  DATABASE: "database",
  API: "api",
  "": null,
} as const satisfies Record<string, ConnectionType | null>;

const CONNECTION_NAMES = {
  file_system: "FILESYSTEM",
  database: "DATABASE",
  api: "API",
} as const satisfies Record<ConnectionType, string>;

const DIRECTION_NAMES = { source: "SOURCE", destination: "DESTINATION" } as const satisfies Record<
  EndpointDirection,
  string
>;

const FIELDS = { connection: "connection_type", connectorId: "connector_instance_id" };

const RECORDS = { id: "Workflow endpoint" };

const NO_PARAMETERS = z.object({});

/** Workflows that are read at a time. */
const BATCH = 1000;

const list = managementEndpoint({
  method: "GET",
  path: "/workflow/endpoint/",
  summary:
    "Lists the endpoints of the workflows that the caller can see: the source of each, then its destination.",
  query: z.object({
    ...PAGE_PARAMETERS,
    workflow: recordId.describe("Returns only endpoints of this workflow.").optional(),
    endpoint_type: z
      .enum(["SOURCE", "DESTINATION"])
      .describe("Returns only sources or only destinations.")
      .optional(),
    connection_type: z
      .enum(["FILESYSTEM", "FILE_SYSTEM", "DATABASE", "API"])
      .describe("Returns only endpoints of this connection type.")
      .optional(),
  }),
  body: "none",
  response: { status: 200, body: envelopeOf(endRecord) },
  async handle(call) {
    const { query, url } = call;
    const range = rangeOf(query);
    const ends = (await visibleEndpoints(call, query.workflow)).filter(
      ({ direction, connection }) =>
        (query.endpoint_type === undefined || DIRECTION_NAMES[direction] === query.endpoint_type) &&
        (query.connection_type === undefined || connection === CONNECTIONS[query.connection_type]),
    );
    const shown = ends.slice(range.offset, range.offset + range.limit);
    return envelope(range, { count: ends.length, results: await endRecords(call, shown) }, url);
  },
});

async function visibleEndpoints(
  { application, member }: Visit,
  workflowId: string | undefined,
): Promise<readonly WorkflowEndpoint[]> {
  const { workflows } = application;
  const ends: WorkflowEndpoint[] = [];
  for (let offset = 0; ; offset += BATCH) {
    const batch =
      workflowId === undefined
        ? await workflows.list(member, { offset, limit: BATCH })
        : await workflows.seen(member, [workflowId]);
    const ofWorkflow = Map.groupBy(await workflows.endpointsOf(batch), (end) => end.workflowId);
    ends.push(...batch.flatMap(({ id }) => ofWorkflow.get(id) ?? []));
    if (batch.length < BATCH) return ends;
  }
}

const read = managementEndpoint({
  method: "GET",
  path: "/workflow/endpoint/{id}/",
  summary: "Returns a workflow endpoint.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 200, body: endRecord },
  async handle(call) {
    const end = await call.application.workflows.findEndpoint(call.member, call.params["id"] ?? "");
    return endRecordOf(call, end);
  },
});

const managingWorkflow: Admission = async ({ application, member }, { id = "" }) => {
  const { workflowId } = await application.workflows.findEndpoint(member, id);
  await application.sharing.assertManages(member, { kind: "workflow", id: workflowId });
};

const change = managementEndpoint({
  method: "PATCH",
  path: "/workflow/endpoint/{id}/",
  summary: "Changes the given fields of a workflow endpoint.",
  records: RECORDS,
  admit: managingWorkflow,
  query: NO_PARAMETERS,
  body: endBody,
  response: { status: 200, body: endRecord },
  fields: FIELDS,
  handle: (call) => changed(call, {}),
});

const replace = managementEndpoint({
  method: "PUT",
  path: "/workflow/endpoint/{id}/",
  summary: "Replaces the configuration of a workflow endpoint. Fields that are left out are cleared.",
  records: RECORDS,
  admit: managingWorkflow,
  query: NO_PARAMETERS,
  body: endBody,
  response: { status: 200, body: endRecord },
  fields: FIELDS,
  handle: (call) => changed(call, { connection: null, connectorId: null, configuration: {} }),
});

async function changed(call: ManagementCall, rest: EndpointFacts): Promise<z.output<typeof endRecord>> {
  const { connection_type, connector_instance_id, configuration } = await call.json(
    givenFields(endBody, endRecord),
  );
  const given = {
    ...(connection_type !== undefined && {
      connection: connection_type === null ? null : CONNECTIONS[connection_type],
    }),
    ...(connector_instance_id !== undefined && { connectorId: connector_instance_id }),
    ...(configuration !== undefined && { configuration: ownConfiguration(configuration) }),
  };
  const id = call.params["id"] ?? "";
  const { application, member } = call;
  const end = await application.workflows.updateEndpoint(member, id, { ...rest, ...given });
  return endRecordOf(call, end);
}

async function endRecordOf(visit: Visit, end: WorkflowEndpoint): Promise<z.output<typeof endRecord>> {
  const [record] = await endRecords(visit, [end]);
  if (!record) throw notFound("Workflow endpoint");
  return record;
}

/** A connector that the caller cannot see is shown by its id only. */
async function endRecords(
  visit: Visit,
  ends: readonly WorkflowEndpoint[],
): Promise<z.output<typeof endRecord>[]> {
  const { application, member } = visit;
  const [workflows, connectors] = await Promise.all([
    application.workflows.seen(member, idsOf(ends.map(({ workflowId }) => workflowId))),
    application.connectors.seen(member, idsOf(ends.flatMap(({ connectorId }) => connectorId ?? []))),
  ]);
  const names = new Map(workflows.map(({ id, name }) => [id, name]));
  const rows = new Map((await connectorRows(visit, connectors)).map((row) => [row.id, row]));
  return ends.map((end) => ({
    id: end.id,
    workflow: end.workflowId,
    workflow_name: names.get(end.workflowId) ?? "",
    endpoint_type: DIRECTION_NAMES[end.direction],
    connection_type: end.connection && CONNECTION_NAMES[end.connection],
    connector_instance: rows.get(end.connectorId ?? "") ?? null,
    connector_instance_id: end.connectorId,
    configuration: { ...end.configuration },
    created_at: end.createdAt.toISOString(),
    modified_at: end.updatedAt.toISOString(),
  }));
}

function idsOf(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

export const END_ENDPOINTS: readonly ManagementEndpoint[] = [list, read, change, replace];
