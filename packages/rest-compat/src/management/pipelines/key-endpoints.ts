import { HIDDEN_SECRET, type PipelineKey } from "@galley/core/domain";
import { z } from "zod";
import { managing } from "../admission.ts";
import { givenFields, recordId } from "../given-fields.ts";
import { managementEndpoint, type ManagementEndpoint } from "../management-endpoint.ts";
import type { Visit } from "../visit.ts";
import { ManagementRefusal, notFound } from "../management-errors.ts";
import { envelope, envelopeOf, rangeOf } from "../pagination.ts";

const keyRow = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  modified_at: z.iso.datetime(),
  api_key: z.string().describe("The key in clear if the caller may run the pipeline, otherwise ********."),
  is_active: z.boolean(),
  description: z.string(),
  api: z.null(),
  pipeline: z.string(),
});

const keyRecord = keyRow.extend({
  created_by: z.int().nullable(),
  modified_by: z.int().nullable(),
});

const changedKeyBody = z.strictObject({
  description: z.string().max(255).describe("The purpose of the key.").optional(),
  is_active: z
    .boolean()
    .describe("Whether the key is accepted at the pipeline's public address. Default: true.")
    .optional(),
});

const keyBody = changedKeyBody.extend({
  api: recordId
    .nullable()
    .describe("The id of an API deployment. Send exactly one of api and pipeline.")
    .optional(),
  pipeline: recordId.nullable().describe("The id of the pipeline.").optional(),
});

const FIELDS = { active: "is_active" };

const NO_PARAMETERS = z.object({});

const OPTIONAL_PAGE_PARAMETERS = z.object({
  page: z
    .string()
    .optional()
    .describe("The page number, from 1. Without page and page_size, the response is an array of all keys."),
  page_size: z.string().optional().describe("Entries per page."),
});

const listOfPipeline = managementEndpoint({
  method: "GET",
  path: "/api/keys/pipeline/{pipeline_id}/",
  summary:
    "Lists the keys of an active pipeline, oldest first, as an array, or in the list envelope if page or page_size is sent.",
  records: { pipeline_id: "Pipeline" },
  query: OPTIONAL_PAGE_PARAMETERS,
  body: "none",
  response: { status: 200, body: z.union([z.array(keyRow), envelopeOf(keyRow)]) },
  async handle({ application, member, params, query, url }) {
    const pipeline = await application.pipelines.find(member, params["pipeline_id"] ?? "");
    if (!pipeline.active) {
      const detail = `Pipeline '${pipeline.name}' is inactive, please activate the pipeline.`;
      throw new ManagementRefusal(422, [{ code: "inactive_pipeline", detail, attr: null }]);
    }
    const keys = await application.pipelineKeys.list(member, pipeline.id);
    const secrets = await application.pipelineKeys.secretsOfEach(member, keys);
    const rows = keys.map((key, index) => rowOf(key, secrets[index]));
    // Clients expect an array; only callers who request a page know the envelope.
    if (query.page === undefined && query.page_size === undefined) return rows;
    const range = rangeOf({ page: query.page ?? "1", page_size: query.page_size ?? "" });
    const results = rows.slice(range.offset, range.offset + range.limit);
    return envelope(range, { count: rows.length, results }, url);
  },
});

const createForPipeline = managementEndpoint({
  method: "POST",
  path: "/api/keys/pipeline/{pipeline_id}/",
  summary: "Creates a key for a pipeline. The service generates its value.",
  records: { pipeline_id: "Pipeline" },
  query: NO_PARAMETERS,
  body: keyBody,
  response: { status: 201, body: keyRecord },
  fields: FIELDS,
  admit: managing("pipeline", "pipeline_id"),
  async handle(call) {
    const id = call.params["pipeline_id"] ?? "";
    const given = await call.json(givenFields(keyBody, keyRecord));
    const target = targetOf(given);
    if (target.toLowerCase() !== id.toLowerCase()) {
      throw refused("pipeline", "Must be the pipeline in the path.");
    }
    return created(call, id, given);
  },
});

const create = managementEndpoint({
  method: "POST",
  path: "/api/keys/pipeline/",
  summary: "Creates a key for the pipeline that the body names.",
  query: NO_PARAMETERS,
  body: keyBody,
  response: { status: 201, body: keyRecord },
  fields: FIELDS,
  async handle(call) {
    const given = await call.json(givenFields(keyBody, keyRecord));
    return created(call, targetOf(given), given);
  },
});

/** @throws ManagementRefusal unless exactly a pipeline is named. */
function targetOf({ api, pipeline }: z.output<typeof keyBody>): string {
  if (api && pipeline) throw refused(null, "Only one of `api` or `pipeline` should be set, not both.");
  if (!api && !pipeline) throw refused(null, "At least one of `api` or `pipeline` must be set.");
  if (pipeline) return pipeline;
  // This service has pipelines only.
  throw refused("api", `Invalid pk "${api}" - object does not exist.`, "does_not_exist");
}

async function created(
  visit: Visit,
  pipelineId: string,
  { description, is_active }: z.output<typeof keyBody>,
): Promise<z.output<typeof keyRecord>> {
  const { application, member } = visit;
  const facts = { description, active: is_active };
  return recordOf(visit, await application.pipelineKeys.create(member, pipelineId, facts));
}

const noDeployments = (["GET", "POST"] as const).map((method) =>
  managementEndpoint({
    method,
    path: "/api/keys/api/{api_id}/",
    summary: "Always returns 404: this service has no API deployments.",
    records: { api_id: "API deployment" },
    query: NO_PARAMETERS,
    body: "none",
    response: { status: 200, body: z.array(keyRow) },
    async handle() {
      throw notFound("API deployment");
    },
  }),
);

const read = managementEndpoint({
  method: "GET",
  path: "/api/keys/{id}/",
  summary: "Returns a pipeline key.",
  records: { id: "Pipeline key" },
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 200, body: keyRecord },
  async handle(call) {
    return recordOf(call, await call.application.pipelineKeys.find(call.member, call.params["id"] ?? ""));
  },
});

const changes = (["PUT", "PATCH"] as const).map((method) =>
  managementEndpoint({
    method,
    path: "/api/keys/{id}/",
    summary: "Changes the description of a key, or whether it is active.",
    records: { id: "Pipeline key" },
    query: NO_PARAMETERS,
    body: changedKeyBody,
    response: { status: 200, body: keyRecord },
    fields: FIELDS,
    async admit({ application, member }, { id = "" }) {
      const { pipelineId } = await application.pipelineKeys.find(member, id);
      await application.sharing.assertManages(member, { kind: "pipeline", id: pipelineId });
    },
    async handle(call) {
      const given = await call.json(givenFields(changedKeyBody, keyRecord));
      const facts = { description: given.description, active: given.is_active };
      const { application, member, params } = call;
      return recordOf(call, await application.pipelineKeys.update(member, params["id"] ?? "", facts));
    },
  }),
);

const remove = managementEndpoint({
  method: "DELETE",
  path: "/api/keys/{id}/",
  summary: "Deletes a key, which is then rejected.",
  records: { id: "Pipeline key" },
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 204, body: z.undefined() },
  async handle({ application, member, params }) {
    await application.pipelineKeys.remove(member, params["id"] ?? "");
    return undefined;
  },
});

function rowOf(key: PipelineKey, secret = HIDDEN_SECRET): z.output<typeof keyRow> {
  return {
    id: key.id,
    created_at: key.createdAt.toISOString(),
    modified_at: key.updatedAt.toISOString(),
    api_key: secret,
    is_active: key.active,
    description: key.description,
    api: null,
    pipeline: key.pipelineId,
  };
}

async function recordOf(
  { application, member }: Visit,
  key: PipelineKey,
): Promise<z.output<typeof keyRecord>> {
  const ids = [key.createdBy, key.modifiedBy].flatMap((id) => id ?? []);
  const users = await application.members.users(ids);
  const numberOf = (id: string | null): number | null =>
    users.find((user) => user?.id === id)?.number ?? null;
  const [secret] = await application.pipelineKeys.secretsOfEach(member, [key]);
  return {
    ...rowOf(key, secret),
    created_by: numberOf(key.createdBy),
    modified_by: numberOf(key.modifiedBy),
  };
}

function refused(attr: string | null, detail: string, code = "invalid"): ManagementRefusal {
  return new ManagementRefusal(400, [{ code, detail, attr }]);
}

export const KEY_ENDPOINTS: readonly ManagementEndpoint[] = [
  listOfPipeline,
  createForPipeline,
  create,
  ...noDeployments,
  read,
  ...changes,
  remove,
];
