import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { MEMORY_KINDS } from "../testing/memory/memory-catalogue.ts";
import { PipelineWorld, refusal } from "../testing/pipeline-world.ts";

describe("workflows", () => {
  test("a workflow begins with a source and a destination that are not configured", async () => {
    const world = new PipelineWorld();
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
    const { workflows, maker } = new PipelineWorld();
    expect(await refusal(workflows.create(maker, { name: "a", ...facts }))).toBe(expected);
  });

  test("a workflow that pipelines run is not deleted", async () => {
    const world = new PipelineWorld();
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
    const world = new PipelineWorld();
    const endpoint = (await world.workflows.endpointsOf([await world.workflow()]))[index];
    expect(await refusal(world.workflows.updateEndpoint(world.maker, endpoint?.id ?? "", changes))).toBe(
      expected,
    );
  });

  test("a connector must be seen by whoever uses it, and be able to do what it is for", async () => {
    const world = new PipelineWorld();
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
    const world = new PipelineWorld();
    const [source] = await world.workflows.endpointsOf([await world.workflow()]);
    const update = (changes: object) =>
      world.workflows.updateEndpoint(world.maker, source?.id ?? "", changes);
    const { id: connectorId } = await world.connector();
    await update({ connectorId, configuration: { recursive: true } });
    expect(await update({ connection: "api" })).toMatchObject({ connectorId: null, configuration: {} });
  });
});
