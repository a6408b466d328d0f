import type { PipelineChanges, PipelineOrder } from "@galley/core/domain";
import { z } from "zod";
import { managing } from "../admission.ts";
import { givenFields, recordId, uniqueName } from "../given-fields.ts";
import { managementEndpoint, type ManagementEndpoint } from "../management-endpoint.ts";
import type { Visit } from "../visit.ts";
import { notFound } from "../management-errors.ts";
import { share, sharedUserIds, sharingFields } from "../ownership.ts";
import { envelope, envelopeOf, PAGE_PARAMETERS, rangeOf } from "../pagination.ts";
import {
  PIPELINE_TYPES,
  pipelineRecord,
  pipelineRecords,
  pipelineType,
  type PipelineRecord,
} from "./pipeline-record.ts";

const label = z.string().max(2048).nullable().describe("Stored for clients; not used by the service.");

const pipelineBody = z.strictObject({
  pipeline_name: z.string().min(1).max(32).describe("Unique in the organization."),
  workflow: recordId.describe("The id of the workflow to run."),
  pipeline_type: pipelineType.describe("Default: DEFAULT.").optional(),
  active: z.boolean().describe("Whether the pipeline may run. New pipelines are always active.").optional(),
  cron_string: z
    .string()
    .max(255)
    .nullable()
    .describe("The schedule, as five cron fields. Empty or null for none.")
    .optional(),
  time_zone: z.string().describe("The IANA time zone of the schedule. Default: UTC.").optional(),
  missed_slots: z
    .enum(["SKIP", "RUN_ONCE"])
    .describe("What happens to scheduled times that were missed while no service ran. Default: SKIP.")
    .optional(),
  allow_overlap: z
    .boolean()
    .describe("Whether a run may begin while another is under way. Default: false.")
    .optional(),
  app_id: label.optional(),
  app_icon: label.optional(),
  app_url: label.optional(),
  access_control_bundle_id: label.optional(),
  ...sharingFields,
});

const changedPipelineBody = pipelineBody.partial();

const FIELDS = {
  name: "pipeline_name",
  workflowId: "workflow",
  kind: "pipeline_type",
  cron: "cron_string",
  timeZone: "time_zone",
  missedSlots: "missed_slots",
  allowOverlap: "allow_overlap",
  appId: "app_id",
  appIcon: "app_icon",
  appUrl: "app_url",
  accessControlBundleId: "access_control_bundle_id",
};

const RECORDS = { id: "Pipeline" };

const NO_PARAMETERS = z.object({});

/** Fields by which a list can be ordered. */
const ORDER_FIELDS = {
  pipeline_name: "name",
  created_at: "created_at",
  last_run_time: "last_run_at",
  run_count: "run_count",
} as const satisfies Record<string, PipelineOrder["by"]>;

const ORDERINGS = [
  "pipeline_name",
  "-pipeline_name",
  "created_at",
  "-created_at",
  "last_run_time",
  "-last_run_time",
  "run_count",
  "-run_count",
] as const satisfies readonly (keyof typeof ORDER_FIELDS | `-${keyof typeof ORDER_FIELDS}`)[];

const list = managementEndpoint({
  method: "GET",
  path: "/pipeline/",
  summary:
    "Lists the pipelines that the caller can see, the latest run first; those that never ran are last.",
  query: z.object({
    ...PAGE_PARAMETERS,
    type: pipelineType.describe("Returns only pipelines of this type.").optional(),
    workflow: recordId.describe("Returns only pipelines that run this workflow.").optional(),
    pipeline_name: z.string().describe("Returns only pipelines with exactly this name.").optional(),
    search: z.string().describe("Part of the name.").optional(),
    ordering: z
      .enum(ORDERINGS)
      .describe("The field to order by; prefix it with - to reverse the order.")
      .optional(),
  }),
  body: "none",
  response: { status: 200, body: envelopeOf(pipelineRecord) },
  async handle(call) {
    const { application, member, query, url } = call;
    const range = rangeOf(query);
    const filter = {
      kind: query.type && PIPELINE_TYPES[query.type],
      workflowId: query.workflow,
      name: query.pipeline_name,
      search: query.search,
    };
    const order = query.ordering && orderOf(query.ordering);
    const [count, pipelines] = await Promise.all([
      application.pipelines.count(member, filter),
      application.pipelines.list(member, { ...filter, order, ...range }),
    ]);
    return envelope(range, { count, results: await pipelineRecords(call, pipelines) }, url);
  },
});

function orderOf(ordering: (typeof ORDERINGS)[number]): PipelineOrder | undefined {
  const field = ordering.replace("-", "");
  const by = Object.entries(ORDER_FIELDS).find(([name]) => name === field)?.[1];
  return by && { by, direction: ordering.startsWith("-") ? "descending" : "ascending" };
}

const create = managementEndpoint({
  method: "POST",
  path: "/pipeline/",
  summary: "Creates an active pipeline with a key, and with a schedule if cron_string is sent.",
  query: NO_PARAMETERS,
  body: pipelineBody,
  response: { status: 201, body: pipelineRecord },
  fields: FIELDS,
  async handle(call) {
    const given = await call.json(givenFields(pipelineBody, pipelineRecord));
    const userIds = await sharedUserIds(call, given);
    const { active: _, ...changes } = changesOf(given);
    const facts = { ...changes, name: given.pipeline_name, workflowId: given.workflow };
    const { id } = await uniqueName("pipeline_name", () =>
      call.application.pipelines.create(call.member, facts),
    );
    await share(call, "pipeline", { id, given, userIds });
    return pipelineOf(call, id);
  },
});

const read = managementEndpoint({
  method: "GET",
  path: "/pipeline/{id}/",
  summary: "Returns a pipeline.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 200, body: pipelineRecord },
  handle: (call) => pipelineOf(call, call.params["id"] ?? ""),
});

const replace = managementEndpoint({
  method: "PUT",
  path: "/pipeline/{id}/",
  summary:
    "Replaces all fields of a pipeline. Fields that are left out get their defaults; sharing changes only if sent.",
  records: RECORDS,
  admit: managing("pipeline"),
  query: NO_PARAMETERS,
  body: pipelineBody,
  response: { status: 200, body: pipelineRecord },
  fields: FIELDS,
  async handle(call) {
    const given = await call.json(givenFields(pipelineBody, pipelineRecord));
    return changed(call, { ...DEFAULTS, ...given });
  },
});

const DEFAULTS = {
  pipeline_type: "DEFAULT",
  active: true,
  cron_string: null,
  time_zone: "UTC",
  missed_slots: "SKIP",
  allow_overlap: false,
  app_id: null,
  app_icon: null,
  app_url: null,
  access_control_bundle_id: null,
} as const;

const change = managementEndpoint({
  method: "PATCH",
  path: "/pipeline/{id}/",
  summary: "Changes the given fields of a pipeline. Users it is newly shared with are notified.",
  records: RECORDS,
  admit: managing("pipeline"),
  query: NO_PARAMETERS,
  body: changedPipelineBody,
  response: { status: 200, body: pipelineRecord },
  fields: FIELDS,
  handle: async (call) => changed(call, await call.json(givenFields(changedPipelineBody, pipelineRecord))),
});

const remove = managementEndpoint({
  method: "DELETE",
  path: "/pipeline/{id}/",
  summary: "Deletes a pipeline with its schedule, keys and executions.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 204, body: z.undefined() },
  async handle({ application, member, params }) {
    await application.pipelines.remove(member, params["id"] ?? "");
    return undefined;
  },
});

type Given = z.output<typeof changedPipelineBody>;

async function changed(
  visit: Visit & { readonly params: Readonly<Record<string, string>> },
  given: Given,
): Promise<PipelineRecord> {
  const id = visit.params["id"] ?? "";
  const userIds = await sharedUserIds(visit, given);
  await uniqueName("pipeline_name", () =>
    visit.application.pipelines.update(visit.member, id, changesOf(given)),
  );
  await share(visit, "pipeline", { id, given, userIds });
  return pipelineOf(visit, id);
}

function changesOf(given: Given): PipelineChanges {
  return {
    name: given.pipeline_name,
    workflowId: given.workflow,
    kind: given.pipeline_type && PIPELINE_TYPES[given.pipeline_type],
    active: given.active,
    cron: given.cron_string,
    timeZone: given.time_zone,
    missedSlots: given.missed_slots && MISSED_SLOTS[given.missed_slots],
    allowOverlap: given.allow_overlap,
    appId: given.app_id,
    appIcon: given.app_icon,
    appUrl: given.app_url,
    accessControlBundleId: given.access_control_bundle_id,
  };
}

const MISSED_SLOTS = { SKIP: "skip", RUN_ONCE: "run_once" } as const;

async function pipelineOf(visit: Visit, id: string): Promise<PipelineRecord> {
  const pipeline = await visit.application.pipelines.find(visit.member, id);
  const [record] = await pipelineRecords(visit, [pipeline]);
  if (!record) throw notFound("Pipeline");
  return record;
}

export const PIPELINE_ENDPOINTS: readonly ManagementEndpoint[] = [
  list,
  create,
  read,
  replace,
  change,
  remove,
];
