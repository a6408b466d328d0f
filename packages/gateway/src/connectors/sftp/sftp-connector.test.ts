import { symlink, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCatalogue } from "../catalogue.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { sftpServerMissing, startSftpServer, type SftpServer } from "../testing/sftp-server.ts";
import { sftpConnector } from "./sftp-connector.ts";

const CONTEXT = { signal: new AbortController().signal };
const missing = await sftpServerMissing();

let server: SftpServer;
beforeAll(async () => {
  if (missing === undefined) server = await startSftpServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

function settings(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const { port, username, password, folder } = server;
  return {
    connectorName: "files",
    host: "127.0.0.1",
    port: `${port}`,
    username,
    password,
    user_dir: folder,
    ...changes,
  };
}

test("the form has the fields that clients know, ports as text and the password hidden", () => {
  expect(sftpConnector.kind.settingsSchema).toMatchObject({
    type: "object",
    required: ["connectorName", "host", "port", "username", "password", "user_dir"],
    properties: { port: { type: "string", default: "22" }, password: { format: "password" } },
  });
});

describe.skipIf(missing !== undefined)(`OpenSSH${missing === undefined ? "" : ` (${missing})`}`, () => {
  let worlds = 0;
  fileStoreContract(async () => {
    const connection = await sftpConnector.open(settings(), loopbackDependencies(), CONTEXT);
    worlds += 1;
    return {
      connection,
      folder: `world ${worlds}`,
      [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
    };
  });

  test("links are not followed", async () => {
    await writeFile(`${server.folder}/real.txt`, "real");
    await symlink("/etc", `${server.folder}/etc`);
    await using connection = await sftpConnector.open(settings(), loopbackDependencies(), CONTEXT);
    const query = { folders: [], patterns: ["*.txt", "passwd"], recursive: false };
    const names: string[] = [];
    for await (const { name } of connection.source?.list(query, CONTEXT.signal) ?? []) names.push(name);
    expect(names).toContain("real.txt");
    expect(names).not.toContain("passwd");
  });

  test("the first key that a server presents is stored, and another one is rejected", async () => {
    const kept: unknown[] = [];
    const keepSettings = async (changed: unknown): Promise<void> => void kept.push(changed);
    const first = await sftpConnector.open(settings(), loopbackDependencies(), { ...CONTEXT, keepSettings });
    await first[Symbol.asyncDispose]();
    expect(kept).toEqual([settings({ host_key: server.hostKey })]);
    const other = settings({ host_key: `SHA256:${"A".repeat(43)}` });
    await expect(sftpConnector.open(other, loopbackDependencies(), CONTEXT)).rejects.toMatchObject({
      code: "ACCESS_DENIED",
    });
  });

  test("a connection is tested step by step, and wrong credentials are distinguished from an unreachable server", async () => {
    const catalogue = createCatalogue([sftpConnector], loopbackDependencies());
    const tried = async (changes: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
      const steps = await Array.fromAsync(catalogue.test(sftpConnector.kind.id, settings(changes), CONTEXT));
      return steps.map(({ name, ok }) => `${name} ${ok ? "ok" : "failed"}`);
    };
    expect(await tried({})).toEqual(["dns ok", "tcp ok", "login ok", "list ok", "write ok"]);
    expect(await tried({ password: "wrong" })).toEqual(["dns ok", "tcp ok", "login failed"]);
    expect(await tried({ port: "1" })).toEqual(["dns ok", "tcp failed"]);
  });
});
