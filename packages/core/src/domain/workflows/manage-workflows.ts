import { z } from "zod";
import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import { assertUnmodified } from "../assert-unmodified.ts";
import { checkedFacts, nameOf, textOf } from "../checked-facts.ts";
import { MAX_DOCUMENT_PASSWORD_LENGTH, sealedDocumentPassword } from "../documents/document-password.ts";
import { DomainError } from "../domain-error.ts";
import { jobOptionsOf } from "../jobs/job-options.ts";
import type { Transaction } from "../ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "./workflow-ports.ts";
import { managedBy } from "../sharing/record-access.ts";
import {
  ENDPOINT_DIRECTIONS,
  type EndpointDirection,
  type Workflow,
  type WorkflowEndpoint,
} from "./workflow.ts";
import type { WorkflowChanges, WorkflowFacts, WorkflowUseCasePorts } from "./workflows.ts";

const FACTS = {
  name: nameOf(128),
  description: textOf(490),
  active: z.boolean(),
  maxFiles: z.int().min(1).max(1_000_000).nullable(),
  options: z.unknown().transform(jobOptionsOf),
  documentPassword: textOf(MAX_DOCUMENT_PASSWORD_LENGTH),
};

const newFacts = z.object({
  ...FACTS,
  description: FACTS.description.default(""),
  active: FACTS.active.default(true),
  maxFiles: FACTS.maxFiles.default(null),
  options: FACTS.options.default(jobOptionsOf({})),
  documentPassword: FACTS.documentPassword.default(""),
});

const changedFacts = z.object({
  name: FACTS.name.exactOptional(),
  description: FACTS.description.exactOptional(),
  active: FACTS.active.exactOptional(),
  maxFiles: FACTS.maxFiles.exactOptional(),
  options: FACTS.options.exactOptional(),
  documentPassword: FACTS.documentPassword.exactOptional(),
});

export async function createWorkflow(
  { database, environment, secrets }: WorkflowUseCasePorts,
  member: Member,
  facts: WorkflowFacts,
): Promise<Workflow> {
  assertTier(member, "change");
  const createdAt = environment.now();
  const { documentPassword, ...checked } = checkedFacts(newFacts, facts);
  const holder = {
    table: "workflow",
    id: environment.uuid(),
    organizationId: member.organizationId,
  } as const;
  const workflow: Workflow = {
    ...checked,
    id: holder.id,
    organizationId: member.organizationId,
    sealedDocumentPassword: sealedDocumentPassword(secrets, holder, documentPassword),
    createdBy: member.userId,
    modifiedBy: member.userId,
    sharedToOrganization: false,
    createdAt,
    updatedAt: createdAt,
  };
  await database.transaction(async (records) => {
    if (!(await records.workflows.insert(workflow))) throw nameTaken(workflow);
    for (const direction of ENDPOINT_DIRECTIONS) {
      await records.workflowEndpoints.insert(newEndpoint(workflow, direction, environment.uuid()));
    }
  });
  return workflow;
}

export async function updateWorkflow(
  ports: WorkflowUseCasePorts,
  member: Member,
  { id, changes }: { readonly id: string; readonly changes: WorkflowChanges },
): Promise<Workflow> {
  return ports.database.transaction((records) => changeWorkflow(ports, records, { member, id, changes }));
}

/** See `Workflows.update`. */
export async function changeWorkflow(
  { environment, secrets }: Pick<WorkflowUseCasePorts, "environment" | "secrets">,
  records: Transaction<WorkflowRecords & ShareRecords & UserRecords>,
  {
    member,
    id,
    changes,
  }: { readonly member: Member; readonly id: string; readonly changes: WorkflowChanges },
): Promise<Workflow> {
  assertTier(member, "change");
  const { documentPassword, ...checked } = checkedFacts(changedFacts, changes);
  const workflow = await managedWorkflow(records, member, id);
  await assertUnmodified(records, changes, { what: "workflow", ...workflow });
  const holder = { table: "workflow", id, organizationId: workflow.organizationId } as const;
  const facts = {
    ...checked,
    ...changedOptionsOf(workflow, changes),
    ...(documentPassword !== undefined && {
      sealedDocumentPassword: sealedDocumentPassword(secrets, holder, documentPassword),
    }),
    modifiedBy: member.userId,
    updatedAt: environment.now(),
  };
  const changed = { ...workflow, ...facts };
  if (await records.workflows.update(id, facts)) return changed;
  throw nameTaken(changed);
}

function changedOptionsOf(
  workflow: Workflow,
  { options, changedOptions }: WorkflowChanges,
): Partial<Pick<Workflow, "options">> {
  if (changedOptions === undefined) return {};
  if (options === undefined) return { options: jobOptionsOf({ ...workflow.options, ...changedOptions }) };
  const field = "changedOptions";
  throw new DomainError("BAD_INPUT", `${field}: expected without options`, { field });
}

export async function removeWorkflow(
  { database }: WorkflowUseCasePorts,
  member: Member,
  id: string,
): Promise<Workflow> {
  assertTier(member, "remove");
  return database.transaction(async (records) => {
    const workflow = await managedWorkflow(records, member, id);
    await assertUnused(records, workflow);
    await records.shares.removeAll(id);
    await records.workflows.remove(id);
    return workflow;
  });
}

async function managedWorkflow(
  records: Transaction<WorkflowRecords & ShareRecords>,
  member: Member,
  id: string,
): Promise<Workflow> {
  return managedBy(records, member, { kind: "workflow", record: await records.workflows.lock(id) });
}

async function assertUnused(
  { pipelines }: Transaction<PipelineRecords>,
  { id, name }: Workflow,
): Promise<void> {
  const users = await pipelines.listOfWorkflows([id]);
  if (users.length === 0) return;
  const names = users.map((pipeline) => pipeline.name).toSorted();
  throw new DomainError(
    "CONFLICT",
    `Cannot delete '${name}'. It is currently being used in one or more pipelines: ${names.join(", ")}.`,
  );
}

function newEndpoint(
  { id: workflowId, organizationId, createdAt }: Workflow,
  direction: EndpointDirection,
  id: string,
): WorkflowEndpoint {
  return {
    id,
    organizationId,
    workflowId,
    direction,
    connection: null,
    connectorId: null,
    configuration: {},
    createdAt,
    updatedAt: createdAt,
  };
}

function nameTaken({ name }: Workflow): DomainError {
  return new DomainError("CONFLICT", `A workflow named "${name}" already exists. Choose another name.`, {
    field: "name",
  });
}
