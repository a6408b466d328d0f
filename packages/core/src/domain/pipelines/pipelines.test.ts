import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { digestOf } from "../access/keys/secret-digest.ts";
import { PipelineWorld, refusal } from "../testing/pipeline-world.ts";

describe("pipelines", () => {
  test("a pipeline begins active, with a key that is named for it", async () => {
    const world = new PipelineWorld();
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
    const world = new PipelineWorld();
    const { id: workflowId } = await world.workflow();
    const created = world.pipelines.create(world.maker, { name: "a", workflowId, ...facts });
    expect(await refusal(created)).toBe(expected);
    expect(await world.pipelines.count(world.maker, {})).toBe(0);
  });

  test("a name belongs to one pipeline of an organization", async () => {
    const world = new PipelineWorld();
    const { id: workflowId } = await world.workflow();
    await world.pipelines.create(world.maker, { name: "a", workflowId });
    const { id } = await world.pipelines.create(world.maker, { name: "b", workflowId });
    expect(await refusal(world.pipelines.create(world.service, { name: "a", workflowId }))).toBe(
      "CONFLICT name",
    );
    expect(await refusal(world.pipelines.update(world.maker, id, { name: "a" }))).toBe("CONFLICT name");
  });

  test("what is not given of an update stays; an empty cron string is none", async () => {
    const world = new PipelineWorld();
    const { id: workflowId } = await world.workflow();
    const facts = { name: "a", workflowId, cron: "0 * * * *", appId: "app" };
    const { id } = await world.pipelines.create(world.maker, facts);
    await world.pipelines.update(world.maker, id, { active: false, cron: undefined });
    expect(await world.pipelines.find(world.maker, id)).toMatchObject({ ...facts, active: false });
    expect(await world.pipelines.update(world.maker, id, { cron: " " })).toMatchObject({ cron: null });
  });

  test("a workflow that the caller does not see cannot be run", async () => {
    const world = new PipelineWorld();
    const { id: workflowId } = await world.workflow(world.guest);
    expect(await refusal(world.pipelines.create(world.maker, { name: "a", workflowId }))).toBe(
      "BAD_INPUT workflowId",
    );
    await world.pipelines.create(world.service, { name: "a", workflowId });
  });

  test("whoever sees a pipeline reads it; its owner changes it; others know nothing of it", async () => {
    const world = new PipelineWorld();
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
    const world = new PipelineWorld();
    const { id: workflowId } = await world.workflow();
    const reader = world.member(null, { tier: "read" });
    const writer = world.member(null, { tier: "read_write" });
    expect(await refusal(world.pipelines.create(reader, { name: "a", workflowId }))).toBe("FORBIDDEN");
    const { id } = await world.pipelines.create(writer, { name: "a", workflowId });
    expect(await refusal(world.pipelines.remove(writer, id))).toBe("FORBIDDEN");
    expect(await refusal(world.workflows.remove(writer, workflowId))).toBe("FORBIDDEN");
  });

  test("a pipeline goes with its keys and its shares", async () => {
    const world = new PipelineWorld();
    const { id: workflowId } = await world.workflow();
    const { id } = await world.pipelines.create(world.maker, { name: "a", workflowId });
    await world.sharedWithGuest("pipeline", id);
    await world.pipelines.remove(world.maker, id);
    const { records } = world.database;
    expect(await records.pipelineKeys.listOfPipelines([id])).toEqual([]);
    expect(await records.shares.listOfRecords("pipeline", [id])).toEqual([]);
  });

  test("details tell what a pipeline connects, and when it runs next", async () => {
    const world = new PipelineWorld();
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
    const world = new PipelineWorld();
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
