import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Member } from "../access/model/caller.ts";
import { digestOf } from "../access/keys/secret-digest.ts";
import { createConnectors } from "../connectors/create-connectors.ts";
import type { Connector } from "../connectors/connector.ts";
import { DomainError } from "../domain-error.ts";
import type { ApplicationDatabase } from "../application.ts";
import { createMemoryCatalogue, MEMORY_KINDS } from "../testing/memory-catalogue.ts";
import { createMemoryDatabase } from "../testing/memory-database.ts";
import { createMemoryEvents, createMemoryQueue } from "../testing/memory-ports.ts";
import { createMemoryWebhookPorts } from "../testing/memory-webhooks.ts";
import { createWorkflows } from "../workflows/create-workflows.ts";
import type { Workflow } from "../workflows/workflow.ts";
import { createPipelineKeys } from "./pipeline-keys.ts";
import { createPipelines } from "./create-pipelines.ts";
import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";

/** An organization with a service account, two users and a manager, and a member of another organization. */
class World {
  readonly database: ApplicationDatabase = createMemoryDatabase({
    queue: createMemoryQueue(),
    announcements: createMemoryEvents().announcements,
  });
  readonly #ports = {
    database: this.database,
    environment: { now: () => this.now, uuid: () => randomUUID(), randomBytes },
    secrets: createMemoryWebhookPorts().secrets,
    catalogue: createMemoryCatalogue(),
    minimumScheduleSeconds: 1800,
  };
  now = new Date("2026-01-02T03:04:05.678Z");
  readonly connectors = createConnectors(this.#ports);
  readonly workflows = createWorkflows(this.#ports);
  readonly pipelines = createPipelines(this.#ports);
  readonly keys = createPipelineKeys(this.#ports);
  readonly organizationId = randomUUID();
  readonly service: Member = this.member(null);
  readonly maker: Member = this.member(randomUUID());
  readonly guest: Member = this.member(randomUUID());

  member(userId: string | null, facts: Partial<Member> = {}): Member {
    return {
      kind: "access_token",
      id: randomUUID(),
      organizationId: this.organizationId,
      tier: "full_access",
      userId,
      role: userId === null ? "manager" : "member",
      ...facts,
    };
  }

  async workflow(member = this.maker, name: string = randomUUID()): Promise<Workflow> {
    return this.workflows.create(member, { name });
  }

  async connector(kindId: string = MEMORY_KINDS.files, member = this.maker): Promise<Connector> {
    return this.connectors.create(member, { kindId, name: randomUUID(), settings: { host: "example.org" } });
  }

  async sharedWithGuest(recordKind: "pipeline" | "workflow" | "connector", recordId: string): Promise<void> {
    await this.database.transaction(({ shares }) =>
      shares.put({
        organizationId: this.organizationId,
        recordKind,
        recordId,
        userId: this.guest.userId ?? "",
        role: "viewer",
        createdAt: this.now,
      }),
    );
  }
}

async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.code, error.field].filter(Boolean).join(" ");
  }
}

describe("connectors", () => {
  test("settings rest sealed; viewers of the connector see them without secrets", async () => {
    const world = new World();
    const settings = { host: "example.org", password: "hunter2" };
    const { id } = await world.connectors.create(world.maker, { kindId: MEMORY_KINDS.files, settings });
    const stored = await world.database.records.connectors.find(id);
    expect(stored?.sealedSettings).toContain("connector");
    expect(await world.connectors.settings(world.maker, id)).toEqual(settings);
    expect(await refusal(world.connectors.settings(world.guest, id))).toBe("NOT_FOUND");
    await world.sharedWithGuest("connector", id);
    expect(await world.connectors.settings(world.guest, id)).toEqual({
      ...settings,
      password: HIDDEN_SECRET,
    });
  });

  test("a connector that is not named is called as its settings or its kind say", async () => {
    const { connectors, maker } = new World();
    const facts = { kindId: MEMORY_KINDS.files, settings: { host: "a", connectorName: "Invoices" } };
    expect(await connectors.create(maker, facts)).toMatchObject({ name: "Invoices", mode: "file_system" });
    expect(await connectors.create(maker, { ...facts, settings: { host: "a" } })).toMatchObject({
      name: "Files",
    });
    expect(await refusal(connectors.create(maker, { ...facts, settings: { host: "a" } }))).toBe(
      "CONFLICT name",
    );
  });

  test.each([
    [{ kindId: "nothing|1" }, "BAD_INPUT kindId"],
    [{ name: " " }, "BAD_INPUT name"],
    [{ name: "n".repeat(129) }, "BAD_INPUT name"],
    [{ settings: {} }, "BAD_INPUT settings.host"],
    [{ settings: "text" }, "BAD_INPUT settings"],
  ])("%j is refused", async (facts, expected) => {
    const { connectors, maker } = new World();
    const whole = { kindId: MEMORY_KINDS.files, name: "a", settings: { host: "a" }, ...facts };
    expect(await refusal(connectors.create(maker, whole))).toBe(expected);
  });

  test("what is not given of an update stays, and another kind is refused", async () => {
    const world = new World();
    const { id, sealedSettings } = await world.connector();
    const renamed = await world.connectors.update(world.maker, id, { name: "renamed" });
    expect(renamed).toMatchObject({ name: "renamed", sealedSettings });
    await world.connectors.update(world.maker, id, { settings: { host: "b" } });
    expect(await world.connectors.settings(world.maker, id)).toMatchObject({ host: "b" });
    expect(await world.connectors.find(world.maker, id)).toMatchObject({ name: "renamed" });
    const other = world.connectors.update(world.maker, id, { kindId: MEMORY_KINDS.tables });
    expect(await refusal(other)).toBe("BAD_INPUT kindId");
  });

  test("a connector that workflows use is not deleted, and they are named", async () => {
    const world = new World();
    const connector = await world.connector();
    const workflow = await world.workflow(world.maker, "Nightly");
    const [source] = await world.workflows.endpointsOf([workflow]);
    await world.workflows.updateEndpoint(world.maker, source?.id ?? "", { connectorId: connector.id });
    const removed = world.connectors.remove(world.maker, connector.id);
    await expect(removed).rejects.toMatchObject({
      code: "CONFLICT",
      message: `Cannot delete '${connector.name}'. It is currently being used in one or more workflows: Nightly.`,
    });
    await world.workflows.remove(world.maker, workflow.id);
    expect(await world.connectors.remove(world.maker, connector.id)).toEqual(connector);
  });
});

describe("workflows", () => {
  test("a workflow begins with a source and a destination that are not configured", async () => {
    const world = new World();
    const workflow = await world.workflow();
    expect(workflow).toMatchObject({ description: "", active: true, maxFiles: null });
    expect(workflow.options).toMatchObject({ mode: "form" });
    const endpoints = await world.workflows.endpointsOf([workflow]);
    expect(
      endpoints.map(({ direction, connection, connectorId }) => [direction, connection, connectorId]),
    ).toEqual([
      ["source", null, null],
      ["destination", null, null],
    ]);
  });

  test.each([
    [{ name: "" }, "BAD_INPUT name"],
    [{ description: "d".repeat(491) }, "BAD_INPUT description"],
    [{ maxFiles: 0 }, "BAD_INPUT maxFiles"],
    [{ options: { mode: "guess" } }, "BAD_INPUT mode"],
    [{ options: { nothing: 1 } }, "BAD_INPUT options"],
  ])("%j is refused", async (facts, expected) => {
    const { workflows, maker } = new World();
    expect(await refusal(workflows.create(maker, { name: "a", ...facts }))).toBe(expected);
  });

  test("a workflow that pipelines run is not deleted", async () => {
    const world = new World();
    const workflow = await world.workflow();
    await world.pipelines.create(world.maker, { name: "a", workflowId: workflow.id });
    expect(await refusal(world.workflows.remove(world.maker, workflow.id))).toBe("CONFLICT");
  });

  type Case = readonly [what: string, direction: 0 | 1, changes: object, expected: string | undefined];
  const cases: readonly Case[] = [
    ["files as a source", 0, { connection: "api", configuration: {} }, undefined],
    [
      "a folder outside",
      0,
      { connection: "file_system", configuration: { folders: ["../a"] } },
      "BAD_INPUT configuration.folders.0",
    ],
    [
      "an unknown setting",
      1,
      { connection: "database", configuration: { tables: "a" } },
      "BAD_INPUT configuration",
    ],
    ["a table without a name as a source", 0, { connection: "database" }, "BAD_INPUT configuration.table"],
    [
      "tables as a source",
      0,
      {
        connection: "database",
        configuration: { table: "a", keyColumn: "id", contentColumn: "document" },
      },
      undefined,
    ],
    [
      "tables as a destination",
      1,
      { connection: "database", configuration: { table: "a", columnMode: "single" } },
      undefined,
    ],
    ["a configuration of nothing", 0, { configuration: { folders: [] } }, "BAD_INPUT configuration"],
    ["no connector", 0, { connectorId: randomUUID() }, "BAD_INPUT connectorId"],
    ["another kind of connection", 0, { connection: "stdin" }, "BAD_INPUT connection"],
  ];
  test.each(cases)("an endpoint takes or refuses %s", async (_, index, changes, expected) => {
    const world = new World();
    const endpoint = (await world.workflows.endpointsOf([await world.workflow()]))[index];
    expect(await refusal(world.workflows.updateEndpoint(world.maker, endpoint?.id ?? "", changes))).toBe(
      expected,
    );
  });

  test("a connector must be seen by whoever uses it, and be able to do what it is for", async () => {
    const world = new World();
    const [source, destination] = await world.workflows.endpointsOf([await world.workflow()]);
    const use = async (end: typeof source, connectorId: string, member = world.maker) =>
      refusal(world.workflows.updateEndpoint(member, end?.id ?? "", { connectorId }));
    const hidden = await world.connector(MEMORY_KINDS.files, world.guest);
    expect(await use(source, hidden.id)).toBe("BAD_INPUT connectorId");
    const listing = await world.connector(MEMORY_KINDS.listing);
    expect(await use(destination, listing.id)).toBe("BAD_INPUT connectorId");
    expect(await use(source, listing.id)).toBeUndefined();
    expect(await use(source, listing.id, world.guest)).toBe("NOT_FOUND");
    const tables = await world.connector(MEMORY_KINDS.tables);
    expect(await use(source, tables.id)).toBe("BAD_INPUT connectorId");
    expect(await use(destination, tables.id)).toBeUndefined();
    expect(await world.workflows.findEndpoint(world.maker, destination?.id ?? "")).toMatchObject({
      connection: "database",
      connectorId: tables.id,
    });
  });

  test("another kind of connection lets go of connector and configuration", async () => {
    const world = new World();
    const [source] = await world.workflows.endpointsOf([await world.workflow()]);
    const update = (changes: object) =>
      world.workflows.updateEndpoint(world.maker, source?.id ?? "", changes);
    const { id: connectorId } = await world.connector();
    await update({ connectorId, configuration: { recursive: true } });
    expect(await update({ connection: "api" })).toMatchObject({ connectorId: null, configuration: {} });
  });
});

describe("pipelines", () => {
  test("a pipeline begins active, with a key that is named for it", async () => {
    const world = new World();
    const { id: workflowId } = await world.workflow();
    const pipeline = await world.pipelines.create(world.maker, { name: "Invoices", workflowId });
    expect(pipeline).toMatchObject({
      active: true,
      kind: "default",
      cron: null,
      timeZone: "UTC",
      lastRunStatus: "yet_to_start",
      createdBy: world.maker.userId,
    });
    const [key] = await world.keys.list(world.maker, pipeline.id);
    expect(key).toMatchObject({ description: "API Key for Invoices", active: true });
    const [secret = ""] = await world.keys.secretsOfEach(world.maker, key ? [key] : []);
    expect(secret).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(key?.digest).toBe(digestOf(secret));
  });

  test.each([
    [{ name: "" }, "BAD_INPUT name"],
    [{ name: "n".repeat(33) }, "BAD_INPUT name"],

    [{ workflowId: randomUUID() }, "BAD_INPUT workflowId"],
    [{ cron: "every day" }, "BAD_INPUT cron"],
    [{ cron: "*/5 * * * *" }, "BAD_INPUT cron"],
    [{ timeZone: "Mars/Olympus" }, "BAD_INPUT timeZone"],
    [{ timeZone: "" }, "BAD_INPUT timeZone"],
  ])("%j is refused", async (facts, expected) => {
    const world = new World();
    const { id: workflowId } = await world.workflow();
    const created = world.pipelines.create(world.maker, { name: "a", workflowId, ...facts });
    expect(await refusal(created)).toBe(expected);
    expect(await world.pipelines.count(world.maker, {})).toBe(0);
  });

  test("a name belongs to one pipeline of an organization", async () => {
    const world = new World();
    const { id: workflowId } = await world.workflow();
    await world.pipelines.create(world.maker, { name: "a", workflowId });
    const { id } = await world.pipelines.create(world.maker, { name: "b", workflowId });
    expect(await refusal(world.pipelines.create(world.service, { name: "a", workflowId }))).toBe(
      "CONFLICT name",
    );
    expect(await refusal(world.pipelines.update(world.maker, id, { name: "a" }))).toBe("CONFLICT name");
  });

  test("what is not given of an update stays; an empty cron string is none", async () => {
    const world = new World();
    const { id: workflowId } = await world.workflow();
    const facts = { name: "a", workflowId, cron: "0 * * * *", appId: "app" };
    const { id } = await world.pipelines.create(world.maker, facts);
    await world.pipelines.update(world.maker, id, { active: false, cron: undefined });
    expect(await world.pipelines.find(world.maker, id)).toMatchObject({ ...facts, active: false });
    expect(await world.pipelines.update(world.maker, id, { cron: " " })).toMatchObject({ cron: null });
  });

  test("a workflow that the caller does not see cannot be run", async () => {
    const world = new World();
    const { id: workflowId } = await world.workflow(world.guest);
    expect(await refusal(world.pipelines.create(world.maker, { name: "a", workflowId }))).toBe(
      "BAD_INPUT workflowId",
    );
    await world.pipelines.create(world.service, { name: "a", workflowId });
  });

  test("whoever sees a pipeline reads it; its owner changes it; others know nothing of it", async () => {
    const world = new World();
    const { id: workflowId } = await world.workflow();
    const { id } = await world.pipelines.create(world.maker, { name: "a", workflowId });
    const { pipelines, keys, guest } = world;
    const [key] = await keys.list(world.maker, id);
    const calls = async () => [
      await refusal(pipelines.find(guest, id)),
      await refusal(keys.list(guest, id)),
      await refusal(keys.find(guest, key?.id ?? "")),
      await refusal(pipelines.update(guest, id, {})),
      await refusal(keys.create(guest, id, {})),
      await refusal(keys.update(guest, key?.id ?? "", {})),
      await refusal(keys.remove(guest, key?.id ?? "")),
      await refusal(pipelines.remove(guest, id)),
    ];
    expect(await calls()).toEqual(Array.from({ length: 8 }, () => "NOT_FOUND"));
    await world.sharedWithGuest("pipeline", id);
    expect(await calls()).toEqual([
      ...Array.from({ length: 3 }, () => undefined),
      ...Array.from({ length: 5 }, () => "FORBIDDEN"),
    ]);
    const stranger = world.member(null, { organizationId: randomUUID() });
    expect(await refusal(pipelines.find(stranger, id))).toBe("NOT_FOUND");
  });

  test("a tier that may not change or delete anything is told so", async () => {
    const world = new World();
    const { id: workflowId } = await world.workflow();
    const reader = world.member(null, { tier: "read" });
    const writer = world.member(null, { tier: "read_write" });
    expect(await refusal(world.pipelines.create(reader, { name: "a", workflowId }))).toBe("FORBIDDEN");
    const { id } = await world.pipelines.create(writer, { name: "a", workflowId });
    expect(await refusal(world.pipelines.remove(writer, id))).toBe("FORBIDDEN");
    expect(await refusal(world.workflows.remove(writer, workflowId))).toBe("FORBIDDEN");
  });

  test("a pipeline goes with its keys and its shares", async () => {
    const world = new World();
    const { id: workflowId } = await world.workflow();
    const { id } = await world.pipelines.create(world.maker, { name: "a", workflowId });
    await world.sharedWithGuest("pipeline", id);
    await world.pipelines.remove(world.maker, id);
    const { records } = world.database;
    expect(await records.pipelineKeys.listOfPipelines([id])).toEqual([]);
    expect(await records.shares.listOfRecords("pipeline", [id])).toEqual([]);
  });

  test("details tell what a pipeline connects, and when it runs next", async () => {
    const world = new World();
    const workflow = await world.workflow();
    const connector = await world.connector();
    const [source] = await world.workflows.endpointsOf([workflow]);
    await world.workflows.updateEndpoint(world.maker, source?.id ?? "", { connectorId: connector.id });
    const facts = { workflowId: workflow.id, cron: "30 9 * * *", timeZone: "Asia/Kolkata" };
    const scheduled = await world.pipelines.create(world.maker, { name: "a", ...facts });
    const other = await world.pipelines.create(world.maker, { name: "b", ...facts });
    const paused = await world.pipelines.update(world.maker, other.id, { active: false });
    const [details, ofPaused] = await world.pipelines.detailsOfEach([scheduled, paused]);
    expect(details).toMatchObject({
      workflow,
      source: { connector, kind: { name: "Files" } },
      nextRunAt: new Date("2026-01-02T04:00:00Z"),
      latestRuns: [],
    });
    expect(details?.destination).toMatchObject({ connector: undefined, kind: undefined });
    expect(ofPaused?.nextRunAt).toBeUndefined();
  });
});

describe("pipeline keys", () => {
  test("a pipeline has as many keys as it needs, each with a state of its own", async () => {
    const world = new World();
    const { id: workflowId } = await world.workflow();
    const { id } = await world.pipelines.create(world.maker, { name: "a", workflowId });
    const key = await world.keys.create(world.maker, id, { description: "for the scanner" });
    await world.keys.update(world.maker, key.id, { active: false });
    expect(await world.keys.find(world.maker, key.id)).toMatchObject({
      description: "for the scanner",
      active: false,
    });
    expect(await world.keys.list(world.maker, id)).toHaveLength(2);
    await world.keys.remove(world.maker, key.id);
    expect(await refusal(world.keys.find(world.maker, key.id))).toBe("NOT_FOUND");
    expect(await refusal(world.keys.create(world.maker, id, { description: "d".repeat(256) }))).toBe(
      "BAD_INPUT description",
    );
  });
});
