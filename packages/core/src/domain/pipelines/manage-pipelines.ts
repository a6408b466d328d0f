import { z } from "zod";
import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import { assertUnmodified } from "../assert-unmodified.ts";
import { checkedFacts, nameOf, textOf } from "../checked-facts.ts";
import { DomainError } from "../domain-error.ts";
import type { Transaction } from "../ports.ts";
import type { PipelineRecords } from "./pipeline-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import { checkCron, nextSlots } from "../schedules/cron.ts";
import { managedBy, seenAmong } from "../sharing/record-access.ts";
import { ENDPOINT_DIRECTIONS } from "../workflows/workflow.ts";
import { changeEndpoint } from "../workflows/manage-endpoints.ts";
import { changeWorkflow } from "../workflows/manage-workflows.ts";
import { newPipelineKey } from "./new-pipeline-key.ts";
import { MISSED_SLOT_POLICIES, PIPELINE_KINDS, type Pipeline } from "./pipeline.ts";
import type { PipelineChanges, PipelineFacts, PipelineSettings, PipelineUseCasePorts } from "./pipelines.ts";

const MAX_NAME_LENGTH = 32;
const MAX_LABEL_LENGTH = 2048;

const labelSchema = textOf(MAX_LABEL_LENGTH).nullable();

const FACTS = {
  name: nameOf(MAX_NAME_LENGTH),
  workflowId: z.string(),
  kind: z.enum(PIPELINE_KINDS),
  // Clients send a blank schedule for none.
  cron: z
    .string()
    .nullable()
    .transform((cron) => cron?.trim() || null),
  timeZone: z.string().refine(isTimeZone, 'expected the IANA name of a time zone, such as "Europe/Berlin"'),
  missedSlots: z.enum(MISSED_SLOT_POLICIES),
  allowOverlap: z.boolean(),
  appId: labelSchema,
  appIcon: labelSchema,
  appUrl: labelSchema,
  accessControlBundleId: labelSchema,
} as const;

const newFacts = z.object({
  ...FACTS,
  kind: FACTS.kind.default("default"),
  cron: FACTS.cron.default(null),
  timeZone: FACTS.timeZone.default("UTC"),
  missedSlots: FACTS.missedSlots.default("skip"),
  allowOverlap: FACTS.allowOverlap.default(false),
  appId: labelSchema.default(null),
  appIcon: labelSchema.default(null),
  appUrl: labelSchema.default(null),
  accessControlBundleId: labelSchema.default(null),
});

const changedFacts = z.object({
  name: FACTS.name.exactOptional(),
  workflowId: FACTS.workflowId.exactOptional(),
  kind: FACTS.kind.exactOptional(),
  active: z.boolean().exactOptional(),
  cron: FACTS.cron.exactOptional(),
  timeZone: FACTS.timeZone.exactOptional(),
  missedSlots: FACTS.missedSlots.exactOptional(),
  allowOverlap: FACTS.allowOverlap.exactOptional(),
  appId: labelSchema.exactOptional(),
  appIcon: labelSchema.exactOptional(),
  appUrl: labelSchema.exactOptional(),
  accessControlBundleId: labelSchema.exactOptional(),
});

export async function createPipeline(
  ports: PipelineUseCasePorts,
  member: Member,
  facts: PipelineFacts,
): Promise<Pipeline> {
  assertTier(member, "change");
  const pipeline = newPipeline(ports, member, checkedFacts(newFacts, facts));
  checkSchedule(ports, pipeline.cron);
  await ports.database.transaction(async (records) => {
    await assertSeesWorkflow(records, member, pipeline);
    if (!(await records.pipelines.insert(pipeline))) throw nameTaken(pipeline);
    const description = `API Key for ${pipeline.name}`;
    const { key } = newPipelineKey(ports, member, { pipeline, description, active: true });
    await records.pipelineKeys.insert(key);
  });
  return pipeline;
}

export async function updatePipeline(
  ports: PipelineUseCasePorts,
  member: Member,
  { id, changes }: { readonly id: string; readonly changes: PipelineChanges },
): Promise<Pipeline> {
  return ports.database.transaction((records) => changePipeline(ports, records, { member, id, changes }));
}

/** See `Pipelines.updateSettings`. */
export async function updateSettings(
  ports: PipelineUseCasePorts,
  member: Member,
  { pipeline, workflow, endpoints }: PipelineSettings,
): Promise<Pipeline> {
  if (endpoints.length > ENDPOINT_DIRECTIONS.length)
    throw new DomainError("BAD_INPUT", `endpoints: expected at most ${ENDPOINT_DIRECTIONS.length}`, {
      field: "endpoints",
    });
  return ports.database.transaction(async (records) => {
    const changed = await changePipeline(ports, records, { member, ...pipeline });
    if (workflow !== undefined) await changeWorkflow(ports, records, { member, ...workflow });
    for (const endpoint of endpoints) await changeEndpoint(ports, records, { member, ...endpoint });
    return changed;
  });
}

async function changePipeline(
  ports: PipelineUseCasePorts,
  records: Transaction<PipelineRecords & WorkflowRecords & ShareRecords & UserRecords>,
  { member, id, changes }: { readonly member: Member } & PipelineSettings["pipeline"],
): Promise<Pipeline> {
  assertTier(member, "change");
  const checked = checkedFacts(changedFacts, changes);
  checkSchedule(ports, checked.cron ?? null);
  const pipeline = await managedPipeline(records, member, id);
  await assertUnmodified(records, changes, { what: "pipeline", ...pipeline });
  const facts = { ...checked, modifiedBy: member.userId, updatedAt: ports.environment.now() };
  const changed = { ...pipeline, ...facts };
  if (changed.workflowId !== pipeline.workflowId) await assertSeesWorkflow(records, member, changed);
  if (await records.pipelines.update(id, facts)) return changed;
  throw nameTaken(changed);
}

export async function removePipeline(
  { database }: PipelineUseCasePorts,
  member: Member,
  id: string,
): Promise<Pipeline> {
  assertTier(member, "remove");
  return database.transaction(async (records) => {
    const pipeline = await managedPipeline(records, member, id);
    await records.shares.removeAll(id);
    await records.pipelines.remove(id);
    return pipeline;
  });
}

const scheduleFacts = z.object({ cron: z.string(), timeZone: FACTS.timeZone });

/** See `Pipelines.previewSlots`. */
export function previewSlots(
  ports: Pick<PipelineUseCasePorts, "minimumScheduleSeconds" | "environment">,
  schedule: { readonly cron: string; readonly timeZone: string },
  count: number,
): readonly Date[] {
  const { cron, timeZone } = checkedFacts(scheduleFacts, schedule);
  checkSchedule(ports, cron);
  return nextSlots({ cron, timeZone }, { after: ports.environment.now(), count });
}

function newPipeline(
  { environment }: PipelineUseCasePorts,
  { organizationId, userId }: Member,
  facts: z.output<typeof newFacts>,
): Pipeline {
  const createdAt = environment.now();
  return {
    ...facts,
    id: environment.uuid(),
    organizationId,
    active: true,
    runCount: 0,
    lastRunAt: null,
    lastRunStatus: "yet_to_start",
    createdBy: userId,
    modifiedBy: userId,
    sharedToOrganization: false,
    createdAt,
    updatedAt: createdAt,
  };
}

async function managedPipeline(
  records: Transaction<PipelineRecords & ShareRecords>,
  member: Member,
  id: string,
): Promise<Pipeline> {
  return managedBy(records, member, { kind: "pipeline", record: await records.pipelines.lock(id) });
}

/** The workflow is locked, so it is not deleted meanwhile. */
async function assertSeesWorkflow(
  records: Transaction<WorkflowRecords & ShareRecords>,
  member: Member,
  { workflowId }: Pipeline,
): Promise<void> {
  const found = await records.workflows.lock(workflowId);
  const seen = await seenAmong(records, member, { kind: "workflow", records: found ? [found] : [] });
  if (seen.length > 0) return;
  throw new DomainError("BAD_INPUT", "workflowId: workflow not found", { field: "workflowId" });
}

function checkSchedule(
  { minimumScheduleSeconds }: Pick<PipelineUseCasePorts, "minimumScheduleSeconds">,
  cron: string | null,
): void {
  if (cron !== null) checkCron(cron, { minimumIntervalSeconds: minimumScheduleSeconds });
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function nameTaken({ name }: Pipeline): DomainError {
  return new DomainError("CONFLICT", `A pipeline named "${name}" already exists. Choose another name.`, {
    field: "name",
  });
}
