import { MAX_DOCUMENT_PASSWORD_LENGTH, type WorkflowChanges } from "@galley/core/domain";
import { z } from "zod";
import { managing } from "../admission.ts";
import { givenFields, uniqueName } from "../given-fields.ts";
import { managementEndpoint, type ManagementEndpoint } from "../management-endpoint.ts";
import type { Visit } from "../visit.ts";
import { notFound } from "../management-errors.ts";
import { share, sharedUserIds, sharingFields } from "../ownership.ts";
import { envelope, envelopeOf, PAGE_PARAMETERS, rangeOf } from "../pagination.ts";
import { OPTION_FIELDS, optionsOf } from "./extraction-options.ts";
import { workflowRecord, workflowRecords } from "./workflow-record.ts";

const workflowBody = z.strictObject({
  workflow_name: z.string().min(1).max(128).describe("Unique in the organization."),
  description: z.string().max(490).optional(),
  is_active: z.boolean().optional(),
  max_file_execution_count: z
    .int()
    .min(1)
    .nullable()
    .describe("The maximum number of files per execution; null for no limit.")
    .optional(),
  extraction_options: z
    .record(z.string(), z.unknown())
    .describe(
      "Parameters of /whisper for reading the documents. Parameters that are left out have their defaults.",
    )
    .optional(),
  document_password: z
    .string()
    .max(MAX_DOCUMENT_PASSWORD_LENGTH)
    .describe('Opens encrypted documents. Send "" to remove it; if it is left out, it stays. Never returned.')
    .optional(),
  ...sharingFields,
});

const changedWorkflowBody = workflowBody.partial();

const FIELDS = {
  name: "workflow_name",
  active: "is_active",
  maxFiles: "max_file_execution_count",
  documentPassword: "document_password",
  ...OPTION_FIELDS,
};

const RECORDS = { id: "Workflow" };

const NO_PARAMETERS = z.object({});

const list = managementEndpoint({
  method: "GET",
  path: "/workflow/",
  summary: "Lists the workflows that the caller can see, newest first.",
  query: z.object({
    ...PAGE_PARAMETERS,
    search: z.string().describe("Part of the name.").optional(),
    workflow_name: z.string().describe("Returns only workflows with exactly this name.").optional(),
  }),
  body: "none",
  response: { status: 200, body: envelopeOf(workflowRecord) },
  async handle(call) {
    const { application, member, query, url } = call;
    const range = rangeOf(query);
    const filter = { search: query.search, name: query.workflow_name };
    const [count, workflows] = await Promise.all([
      application.workflows.count(member, filter),
      application.workflows.list(member, { ...filter, ...range }),
    ]);
    return envelope(range, { count, results: await workflowRecords(call, workflows) }, url);
  },
});

const create = managementEndpoint({
  method: "POST",
  path: "/workflow/",
  summary: "Creates a workflow with an unconfigured source and destination endpoint.",
  query: NO_PARAMETERS,
  body: workflowBody,
  response: { status: 201, body: workflowRecord },
  fields: FIELDS,
  async handle(call) {
    const given = await call.json(givenFields(workflowBody, workflowRecord));
    const userIds = await sharedUserIds(call, given);
    const { id } = await uniqueName("workflow_name", () =>
      call.application.workflows.create(call.member, {
        ...changesOf(given),
        name: given.workflow_name,
      }),
    );
    await share(call, "workflow", { id, given, userIds });
    return workflowOf(call, id);
  },
});

const read = managementEndpoint({
  method: "GET",
  path: "/workflow/{id}/",
  summary: "Returns a workflow.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 200, body: workflowRecord },
  handle: (call) => workflowOf(call, call.params["id"] ?? ""),
});

const replace = managementEndpoint({
  method: "PUT",
  path: "/workflow/{id}/",
  summary: "Replaces all fields of a workflow. Fields that are left out get their defaults.",
  records: RECORDS,
  admit: managing("workflow"),
  query: NO_PARAMETERS,
  body: workflowBody,
  response: { status: 200, body: workflowRecord },
  fields: FIELDS,
  async handle(call) {
    const given = await call.json(givenFields(workflowBody, workflowRecord));
    return changed(call, call.params["id"] ?? "", { ...DEFAULTS, ...given });
  },
});

const DEFAULTS = {
  description: "",
  is_active: true,
  max_file_execution_count: null,
  extraction_options: {},
};

const change = managementEndpoint({
  method: "PATCH",
  path: "/workflow/{id}/",
  summary: "Changes the given fields of a workflow.",
  records: RECORDS,
  admit: managing("workflow"),
  query: NO_PARAMETERS,
  body: changedWorkflowBody,
  response: { status: 200, body: workflowRecord },
  fields: FIELDS,
  async handle(call) {
    const given = await call.json(givenFields(changedWorkflowBody, workflowRecord));
    return changed(call, call.params["id"] ?? "", given);
  },
});

const remove = managementEndpoint({
  method: "DELETE",
  path: "/workflow/{id}/",
  summary: "Deletes a workflow with its endpoints, unless a pipeline runs it.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 204, body: z.undefined() },
  async handle({ application, member, params }) {
    await application.workflows.remove(member, params["id"] ?? "");
    return undefined;
  },
});

type Given = z.output<typeof changedWorkflowBody>;

async function changed(visit: Visit, id: string, given: Given): Promise<z.output<typeof workflowRecord>> {
  const userIds = await sharedUserIds(visit, given);
  await uniqueName("workflow_name", () =>
    visit.application.workflows.update(visit.member, id, changesOf(given)),
  );
  await share(visit, "workflow", { id, given, userIds });
  return workflowOf(visit, id);
}

function changesOf(given: Given): WorkflowChanges {
  return {
    name: given.workflow_name,
    description: given.description,
    active: given.is_active,
    maxFiles: given.max_file_execution_count,
    options: given.extraction_options && optionsOf(given.extraction_options),
    documentPassword: given.document_password,
  };
}

async function workflowOf(visit: Visit, id: string): Promise<z.output<typeof workflowRecord>> {
  const workflow = await visit.application.workflows.find(visit.member, id);
  const [record] = await workflowRecords(visit, [workflow]);
  if (!record) throw notFound("Workflow");
  return record;
}

export const WORKFLOW_ENDPOINTS: readonly ManagementEndpoint[] = [
  list,
  create,
  read,
  replace,
  change,
  remove,
];
