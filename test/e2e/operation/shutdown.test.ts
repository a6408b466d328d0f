import { test } from "vitest";
import { textDocument } from "../../fixtures/long.ts";
import { isAlive, processesOf } from "../../support/processes.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService } from "../../support/service.ts";

test.concurrent.for(["SIGTERM", "SIGINT"] as const)(
  "%s during work ends the service with 0, with the database and all other processes it started",
  async (signal, { expect }) => {
    await using service = await startService();
    await createRestClient(service).submit(textDocument(100).bytes, { mode: "native_text" });
    const started = processesOf(service.dataDir);
    expect(started.some(({ command }) => command.includes("postgres"))).toBe(true);
    expect(await service.stop(signal)).toEqual({ exitCode: 0 });
    await expect.poll(() => started.filter(({ pid }) => isAlive(pid)), { timeout: 10_000 }).toEqual([]);
    expect(processesOf(service.dataDir)).toEqual([]);
  },
);
