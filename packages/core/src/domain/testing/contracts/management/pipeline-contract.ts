import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { User } from "../../../access/model/user.ts";
import type { PipelineOrder } from "../../../pipelines/pipeline-ports.ts";
import type { Pipeline } from "../../../pipelines/pipeline.ts";
import type { ApplicationDatabase } from "../../../application.ts";
import type { Workflow } from "../../../workflows/workflow.ts";
import { aConnector, aPipeline, aPipelineKey, aWorkflow, aWorkflowEndpoint } from "../../pipeline-records.ts";
import { anOrganization, aUser } from "../../records.ts";
import type { Opened } from "../stored-records.ts";

/** What every `Database` promises of connectors, workflows, pipelines and their keys. */
export function pipelineRules(opened: Opened): void {
  describe("keeps connectors", () => {
    connectorRules(opened);
    connectorListRules(opened);
  });
  describe("keeps workflows", () => {
    workflowRules(opened);
    endpointRules(opened);
  });
  describe("keeps pipelines", () => {
    pipelineStoreRules(opened);
    pipelineListRules(opened);
  });
  describe("keeps pipeline keys", () => {
    pipelineKeyRules(opened);
  });
}

const ALL = { offset: 0, limit: 100 };

function connectorRules(opened: Opened): void {
  test("a connector is read as it was stored, changed and removed", async () => {
    const { database } = opened();
    const connector = aConnector(await storedOrganization(database), { reauthenticateSince: new Date(1e12) });
    const changes = { name: "renamed", sealedSettings: "others", updatedAt: new Date(2e12) };
    const { connectors } = database.records;
    await database.transaction(async (records) => {
      await records.connectors.insert(connector);
      expect(await records.connectors.lock(connector.id)).toEqual(connector);
      expect(await records.connectors.update(connector.id, changes)).toBe(true);
    });
    expect(await connectors.find(connector.id)).toEqual({ ...connector, ...changes });
    expect(await connectors.listByIds([connector.id, randomUUID(), "no-id"])).toHaveLength(1);
    await database.transaction((records) => records.connectors.remove(connector.id));
    expect(await connectors.find(connector.id)).toBeUndefined();
    expect(await connectors.find("no-id")).toBeUndefined();
  });

  test("a name belongs to one connector of an organization", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const [first, second, third] = [1, 2, 3].map(() => aConnector(organizationId, { name: "files" }));
    const other = aConnector(await storedOrganization(database), { name: "files" });
    if (!first || !second || !third) throw new Error("There are three.");
    const inserted = await database.transaction(async ({ connectors }) => [
      await connectors.insert(first),
      await connectors.insert(second),
      await connectors.insert(other),
      await connectors.insert({ ...third, name: "others" }),
    ]);
    expect(inserted).toEqual([true, false, true, true]);
    const renamed = database.transaction(({ connectors }) => connectors.update(third.id, { name: "files" }));
    expect(await renamed).toBe(false);
    expect(await database.records.connectors.find(third.id)).toMatchObject({ name: "others" });
  });
}

function connectorListRules(opened: Opened): void {
  test("connectors are listed newest first, by whatever a query asks for", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const maker = await storedUser(database);
    const old = aConnector(organizationId, { name: "100% old", createdAt: new Date(1e12), kindId: "sftp|1" });
    const young = aConnector(organizationId, {
      name: "Young",
      createdAt: new Date(2e12),
      mode: "database",
      createdBy: maker.id,
    });
    const workflow = aWorkflow(organizationId);
    await database.transaction(async (records) => {
      for (const connector of [old, young]) await records.connectors.insert(connector);
      await records.workflows.insert(workflow);
      await records.workflowEndpoints.insert(aWorkflowEndpoint(workflow, { connectorId: old.id }));
    });
    const { connectors } = database.records;
    const everything = { organizationId, userId: null, ...ALL };
    expect(await connectors.list(everything)).toEqual([young, old]);
    expect(await connectors.list({ ...everything, offset: 1, limit: 1 })).toEqual([old]);
    expect(await connectors.count(everything)).toBe(2);
    expect(await connectors.list({ ...everything, mode: "database" })).toEqual([young]);
    expect(await connectors.list({ ...everything, kindIds: ["sftp|1"] })).toEqual([old]);
    expect(await connectors.list({ ...everything, name: "Young" })).toEqual([young]);
    expect(await connectors.list({ ...everything, name: "young" })).toEqual([]);
    expect(await connectors.list({ ...everything, search: "YOU" })).toEqual([young]);
    expect(await connectors.list({ ...everything, search: "100%" })).toEqual([old]);
    expect(await connectors.list({ ...everything, createdBy: maker.id })).toEqual([young]);
    expect(await connectors.list({ ...everything, workflowId: workflow.id })).toEqual([old]);
  });
}

function workflowRules(opened: Opened): void {
  test("a workflow is read as it was stored, changed and removed with its endpoints", async () => {
    const { database } = opened();
    const workflow = aWorkflow(await storedOrganization(database), { maxFiles: 7 });
    const endpoint = aWorkflowEndpoint(workflow);
    await database.transaction(async (records) => {
      await records.workflows.insert(workflow);
      await records.workflowEndpoints.insert(endpoint);
      expect(await records.workflows.update(workflow.id, { maxFiles: null, active: false })).toBe(true);
    });
    const { workflows, workflowEndpoints } = database.records;
    expect(await workflows.find(workflow.id)).toEqual({ ...workflow, maxFiles: null, active: false });
    await database.transaction((records) => records.workflows.remove(workflow.id));
    expect(await workflows.listByIds([workflow.id])).toEqual([]);
    expect(await workflowEndpoints.find(endpoint.id)).toBeUndefined();
  });

  test("a workflow is seen by its maker, by whom it is shared with and by managers", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const [maker, guest, stranger] = [
      await storedUser(database),
      await storedUser(database),
      await storedUser(database),
    ];
    const own = aWorkflow(organizationId, { createdBy: maker.id, createdAt: new Date(1e12) });
    const shared = aWorkflow(organizationId, { sharedToOrganization: true, createdAt: new Date(2e12) });
    await database.transaction(async (records) => {
      for (const workflow of [own, shared]) await records.workflows.insert(workflow);
      await records.shares.put({
        organizationId,
        recordKind: "workflow",
        recordId: own.id,
        userId: guest.id,
        role: "viewer",
        createdAt: new Date(1e12),
      });
    });
    const { workflows } = database.records;
    const seenBy = (userId: string | null): Promise<readonly Workflow[]> =>
      workflows.list({ organizationId, userId, ...ALL });
    expect(await seenBy(maker.id)).toEqual([shared, own]);
    expect(await seenBy(guest.id)).toEqual([shared, own]);
    expect(await seenBy(stranger.id)).toEqual([shared]);
    expect(await seenBy(null)).toEqual([shared, own]);
    expect(await workflows.count({ organizationId, userId: stranger.id })).toBe(1);
    expect(await workflows.count({ organizationId, userId: maker.id, search: "WORKFLOW-" })).toBe(2);
    expect(await workflows.count({ organizationId, userId: maker.id, name: own.name })).toBe(1);
  });
}

function endpointRules(opened: Opened): void {
  test("endpoints are listed by workflow, the source first, and by connector", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const workflow = aWorkflow(organizationId);
    const connector = aConnector(organizationId);
    const destination = aWorkflowEndpoint(workflow, { direction: "destination" });
    const source = aWorkflowEndpoint(workflow);
    const changes = {
      connection: "file_system" as const,
      connectorId: connector.id,
      configuration: { folders: ["in"], schema: "letter" },
    };
    await database.transaction(async (records) => {
      await records.connectors.insert(connector);
      await records.workflows.insert(workflow);
      for (const endpoint of [destination, source]) await records.workflowEndpoints.insert(endpoint);
      await records.workflowEndpoints.update(source.id, changes);
    });
    const { workflowEndpoints } = database.records;
    const changed = { ...source, ...changes };
    expect(await workflowEndpoints.listOfWorkflows([workflow.id])).toEqual([changed, destination]);
    expect(await workflowEndpoints.listOfConnectors([connector.id, workflow.id])).toEqual([changed]);
    expect(await workflowEndpoints.listOfSchema(organizationId, "letter")).toEqual([changed]);
    expect(await workflowEndpoints.listOfSchema(organizationId, "let")).toEqual([]);
    expect(await workflowEndpoints.listOfSchema(workflow.id, "letter")).toEqual([]);
    expect(await workflowEndpoints.find(source.id)).toEqual(changed);
    expect(await workflowEndpoints.find("no-id")).toBeUndefined();
  });
}

function pipelineStoreRules(opened: Opened): void {
  test("a pipeline is read as it was stored, changed and removed with its keys", async () => {
    const { database } = opened();
    const pipeline = await storedPipeline(database, { cron: "0 * * * *", lastRunAt: new Date(1e12) });
    const key = aPipelineKey(pipeline);
    const changes = { runCount: 1, cron: null, lastRunStatus: "success" as const };
    await database.transaction(async (records) => {
      await records.pipelineKeys.insert(key);
      expect(await records.pipelines.update(pipeline.id, changes)).toBe(true);
    });
    const { pipelines, pipelineKeys } = database.records;
    expect(await pipelines.find(pipeline.id)).toEqual({ ...pipeline, ...changes });
    expect(await pipelines.listOfWorkflows([pipeline.workflowId])).toHaveLength(1);
    expect(await pipelines.listByIds([pipeline.id])).toHaveLength(1);
    await database.transaction((records) => records.pipelines.remove(pipeline.id));
    expect(await pipelines.find(pipeline.id)).toBeUndefined();
    expect(await pipelineKeys.find(key.id)).toBeUndefined();
  });

  test("a locked pipeline is changed by one transaction at a time", async () => {
    const { database } = opened();
    const { id } = await storedPipeline(database);
    const countUp = (): Promise<boolean> =>
      database.transaction(async ({ pipelines }) => {
        const locked = await pipelines.lock(id);
        return pipelines.update(id, { runCount: (locked?.runCount ?? 0) + 1 });
      });
    await Promise.all([countUp(), countUp(), countUp()]);
    expect(await database.records.pipelines.find(id)).toMatchObject({ runCount: 3 });
  });
}

function pipelineListRules(opened: Opened): void {
  const orders: readonly [PipelineOrder | undefined, readonly string[]][] = [
    [undefined, ["a", "c", "d", "b"]],
    [{ by: "last_run_at", direction: "ascending" }, ["c", "a", "d", "b"]],
    [{ by: "created_at", direction: "ascending" }, ["a", "b", "c", "d"]],
    [{ by: "name", direction: "descending" }, ["d", "c", "b", "a"]],
    [{ by: "run_count", direction: "ascending" }, ["d", "b", "a", "c"]],
  ];
  test.each(orders)("pipelines are listed in the order %j", async (order, names) => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    await storedPipelines(database, organizationId);
    const { pipelines } = database.records;
    const listed = await pipelines.list({ organizationId, userId: null, order, ...ALL });
    expect(listed.map(({ name }) => name)).toEqual(names);
  });

  test("pipelines are listed by kind, workflow, name and part of it", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const [first] = await storedPipelines(database, organizationId);
    const { pipelines } = database.records;
    const everything = { organizationId, userId: null };
    const names = async (query: object): Promise<readonly string[]> =>
      (await pipelines.list({ ...everything, ...query, ...ALL })).map(({ name }) => name);
    expect(await names({ kind: "task" })).toEqual(["b"]);
    expect(await names({ workflowId: first?.workflowId })).toEqual(["a"]);
    expect(await names({ name: "C" })).toEqual([]);
    expect(await names({ search: "C" })).toEqual(["c"]);
    expect(await pipelines.count({ ...everything, search: "_" })).toBe(0);
  });
}

function pipelineKeyRules(opened: Opened): void {
  test("keys are found by digest and listed by pipeline, oldest first", async () => {
    const { database } = opened();
    const pipeline = await storedPipeline(database);
    const [old, young] = [1e12, 2e12].map((time) => aPipelineKey(pipeline, { createdAt: new Date(time) }));
    if (!old || !young) throw new Error("There are two.");
    await database.transaction(async (records) => {
      for (const key of [young, old]) await records.pipelineKeys.insert(key);
      await records.pipelineKeys.update(young.id, { active: false, description: "paused" });
    });
    const { pipelineKeys } = database.records;
    const changed = { ...young, active: false, description: "paused" };
    expect(await pipelineKeys.listOfPipelines([pipeline.id])).toEqual([old, changed]);
    expect(await pipelineKeys.findByDigest(young.digest)).toEqual(changed);
    expect(await pipelineKeys.find(old.id)).toEqual(old);
    await database.transaction((records) => records.pipelineKeys.remove(old.id));
    expect(await pipelineKeys.findByDigest(old.digest)).toBeUndefined();
  });
}

/** Named by creation order: "a" ran last, "c" before, the others never. */
async function storedPipelines(
  database: ApplicationDatabase,
  organizationId: string,
): Promise<readonly Pipeline[]> {
  const facts: readonly Partial<Pipeline>[] = [
    { name: "a", lastRunAt: new Date(2e12), runCount: 2 },
    { name: "b", kind: "task" },
    { name: "c", lastRunAt: new Date(1e12), runCount: 3 },
    { name: "d" },
  ];
  const pipelines: Pipeline[] = [];
  for (const [index, fact] of facts.entries()) {
    const createdAt = new Date(1.5e12 + index);
    pipelines.push(await storedPipeline(database, { createdAt, ...fact }, organizationId));
  }
  return pipelines;
}

async function storedPipeline(
  database: ApplicationDatabase,
  facts: Partial<Pipeline> = {},
  organizationId?: string,
): Promise<Pipeline> {
  const workflow = aWorkflow(organizationId ?? (await storedOrganization(database)));
  const pipeline = aPipeline(workflow, facts);
  await database.transaction(async (records) => {
    await records.workflows.insert(workflow);
    await records.pipelines.insert(pipeline);
  });
  return pipeline;
}

async function storedOrganization(database: ApplicationDatabase): Promise<string> {
  const organization = anOrganization();
  await database.transaction(({ organizations }) => organizations.insert(organization));
  return organization.id;
}

async function storedUser(database: ApplicationDatabase): Promise<User> {
  const user = await database.transaction(({ users }) => users.insert(aUser()));
  if (!user) throw new Error("The address was taken.");
  return user;
}
