import type { ConnectorFilter, ConnectorMode } from "@galley/core/domain";
import { z } from "zod";
import { managing } from "../admission.ts";
import { givenFields, recordId } from "../given-fields.ts";
import { managementEndpoint, type ManagementCall, type ManagementEndpoint } from "../management-endpoint.ts";
import type { Visit } from "../visit.ts";
import { share, sharedUserIds, sharingFields } from "../ownership.ts";
import { envelope, envelopeOf, PAGE_PARAMETERS, rangeOf } from "../pagination.ts";
import { connectorDetail, connectorRecord, connectorRow, connectorRows } from "./connector-record.ts";

const connectorBody = z.strictObject({
  connector_id: z.string().describe("The id of the connector kind, as listed by supported_connectors."),
  connector_metadata: z
    .record(z.string(), z.unknown())
    .describe("The settings, as described by connector_schema."),
  connector_name: z
    .string()
    .max(128)
    .describe("Unique in the organization. Defaults to a name in the settings, or else the name of the kind.")
    .optional(),
  ...sharingFields,
});

const changedConnectorBody = connectorBody.partial();

const FIELDS = {
  name: "connector_name",
  kindId: "connector_id",
  settings: "connector_metadata",
  oauthKey: "oauth-key",
};

const RECORDS = { id: "Connector" };

const NO_PARAMETERS = z.object({});

const oauthParameters = z.object({
  "oauth-key": z
    .string()
    .describe(
      "The cache key of an OAuth flow, whose credentials are stored in the connector. Can be used once.",
    )
    .optional(),
});

/** Each mode under all its names. */
const MODES: Readonly<Record<string, ConnectorMode>> = {
  FILE_SYSTEM: "file_system",
  FILESYSTEM: "file_system",
  DATABASE: "database",
};

const listParameters = z.object({
  ...PAGE_PARAMETERS,
  workflow: recordId.describe("Returns only connectors that this workflow uses.").optional(),
  created_by: z.string().describe("Returns only connectors that the user with this id created.").optional(),
  connector_type: z
    .enum(["INPUT", "OUTPUT"])
    .describe("Returns only connectors that can be a source (INPUT) or a destination (OUTPUT).")
    .optional(),
  connector_name: z.string().describe("Returns only connectors with exactly this name.").optional(),
  connector_mode: z
    .enum(["FILE_SYSTEM", "FILESYSTEM", "DATABASE"])
    .describe("Returns only connectors of this mode. FILESYSTEM is an alias of FILE_SYSTEM.")
    .optional(),
  search: z.string().describe("Part of the name.").optional(),
});

const list = managementEndpoint({
  method: "GET",
  path: "/connector/",
  summary: "Lists the connectors that the caller can see, newest first, without their settings.",
  query: listParameters,
  body: "none",
  response: { status: 200, body: envelopeOf(connectorRow) },
  async handle(call) {
    const { application, member, query, url } = call;
    const range = rangeOf(query);
    const filter = await filterOf(call, query);
    if (!filter) return envelope(range, { count: 0, results: [] }, url);
    const [count, connectors] = await Promise.all([
      application.connectors.count(member, filter),
      application.connectors.list(member, { ...filter, ...range }),
    ]);
    return envelope(range, { count, results: await connectorRows(call, connectors) }, url);
  },
});

/** Undefined if nothing can match. */
async function filterOf(
  { application, member }: Visit,
  query: z.output<typeof listParameters>,
): Promise<ConnectorFilter | undefined> {
  const members = query.created_by === undefined ? [] : await application.members.list(member);
  const creator = members.find(({ user }) => `${user.number}` === query.created_by)?.user;
  if (query.created_by !== undefined && !creator) return undefined;
  return {
    workflowId: query.workflow,
    createdBy: creator?.id,
    direction: query.connector_type && DIRECTIONS[query.connector_type],
    name: query.connector_name,
    mode: query.connector_mode && MODES[query.connector_mode],
    search: query.search,
  };
}

const DIRECTIONS = { INPUT: "source", OUTPUT: "destination" } as const;

const create = managementEndpoint({
  method: "POST",
  path: "/connector/",
  summary: "Creates a connector.",
  query: oauthParameters,
  body: connectorBody,
  response: { status: 201, body: connectorRecord },
  fields: FIELDS,
  async handle(call) {
    const { application, member } = call;
    const given = await call.json(givenFields(connectorBody, connectorRecord));
    const userIds = await sharedUserIds(call, given);
    const { id } = await application.connectors.create(member, {
      kindId: given.connector_id,
      name: given.connector_name,
      settings: given.connector_metadata,
      oauthKey: call.query["oauth-key"],
    });
    await share(call, "connector", { id, given, userIds });
    return connectorDetail(call, id);
  },
});

const read = managementEndpoint({
  method: "GET",
  path: "/connector/{id}/",
  summary: "Returns a connector with its settings.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 200, body: connectorRecord },
  handle: (call) => connectorDetail(call, call.params["id"] ?? ""),
});

const replace = managementEndpoint({
  method: "PUT",
  path: "/connector/{id}/",
  summary: "Replaces all fields of a connector.",
  records: RECORDS,
  admit: managing("connector"),
  query: oauthParameters,
  body: connectorBody,
  response: { status: 200, body: connectorRecord },
  fields: FIELDS,
  async handle(call) {
    const given = await call.json(givenFields(connectorBody, connectorRecord));
    return changed(call, call.params["id"] ?? "", given);
  },
});

const change = managementEndpoint({
  method: "PATCH",
  path: "/connector/{id}/",
  summary: "Changes the given fields of a connector. Users it is newly shared with are notified.",
  records: RECORDS,
  admit: managing("connector"),
  query: oauthParameters,
  body: changedConnectorBody,
  response: { status: 200, body: connectorRecord },
  fields: FIELDS,
  async handle(call) {
    const given = await call.json(givenFields(changedConnectorBody, connectorRecord));
    return changed(call, call.params["id"] ?? "", given);
  },
});

async function changed(
  visit: ManagementCall<z.output<typeof oauthParameters>>,
  id: string,
  given: z.output<typeof changedConnectorBody>,
): Promise<z.output<typeof connectorRecord>> {
  const { application, member } = visit;
  const userIds = await sharedUserIds(visit, given);
  await application.connectors.update(member, id, {
    kindId: given.connector_id,
    name: given.connector_name,
    settings: given.connector_metadata,
    oauthKey: visit.query["oauth-key"],
  });
  await share(visit, "connector", { id, given, userIds });
  return connectorDetail(visit, id);
}

const remove = managementEndpoint({
  method: "DELETE",
  path: "/connector/{id}/",
  summary: "Deletes a connector that no workflow uses.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 204, body: z.undefined() },
  async handle({ application, member, params }) {
    await application.connectors.remove(member, params["id"] ?? "");
    return undefined;
  },
});

export const CONNECTOR_ENDPOINTS: readonly ManagementEndpoint[] = [
  list,
  create,
  read,
  replace,
  change,
  remove,
];
