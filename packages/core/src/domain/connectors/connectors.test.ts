import { describe, expect, test } from "vitest";
import { MEMORY_KINDS } from "../testing/memory/memory-catalogue.ts";
import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import { PipelineWorld, refusal } from "../testing/pipeline-world.ts";

describe("connectors", () => {
  test("settings rest sealed; viewers of the connector see them without secrets", async () => {
    const world = new PipelineWorld();
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
    const { connectors, maker } = new PipelineWorld();
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
    const { connectors, maker } = new PipelineWorld();
    const whole = { kindId: MEMORY_KINDS.files, name: "a", settings: { host: "a" }, ...facts };
    expect(await refusal(connectors.create(maker, whole))).toBe(expected);
  });

  test("what is not given of an update stays, and another kind is refused", async () => {
    const world = new PipelineWorld();
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
    const world = new PipelineWorld();
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
