import { once } from "node:events";
import { createServer } from "node:net";
import { boundPort } from "@galley/core/testing";
import { expect, test } from "vitest";
import { createConnectorNetwork } from "../../outbound/connector-network.ts";
import { createCatalogue } from "../catalogue.ts";
import { createTableSink } from "../tables/sql-table.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { freePort } from "../testing/free-port.ts";
import { recordingSession } from "../testing/recording-session.ts";
import { startTdsServer } from "../testing/tds-server.ts";
import { mssqlConnector } from "./mssql-connector.ts";
import { MSSQL } from "./mssql-tables.ts";

const CONTEXT = { signal: new AbortController().signal };

const SETTINGS = {
  server: "127.0.0.1",
  port: "1",
  database: "archive",
  user: "galley",
  password: "hunter2",
};

test("an unreachable server is reported, and the address policy applies", async () => {
  await expect(mssqlConnector.open(SETTINGS, loopbackDependencies(), CONTEXT)).rejects.toMatchObject({
    code: "UNREACHABLE",
  });
  const closed = { ...loopbackDependencies(), network: createConnectorNetwork({ allow: [] }) };
  await expect(mssqlConnector.open(SETTINGS, closed, CONTEXT)).rejects.toMatchObject({
    code: "REFUSED_ADDRESS",
  });
});

test("a silent server fails the test in time", async () => {
  await using server = createServer((socket) => socket.on("error", () => {}).resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = `${boundPort(server)}`;
  const catalogue = createCatalogue([mssqlConnector], loopbackDependencies());
  const signal = AbortSignal.timeout(300);
  const steps = await Array.fromAsync(
    catalogue.test(mssqlConnector.kind.id, { ...SETTINGS, port }, { signal }),
  );
  expect(steps.at(-1)).toMatchObject({ name: "login", ok: false });
});

test("rows are written by SQL Server's protocol", async () => {
  await using server = await startTdsServer();
  const settings = { ...SETTINGS, port: server.port };
  const catalogue = createCatalogue([mssqlConnector], loopbackDependencies());
  const steps = await Array.fromAsync(catalogue.test(mssqlConnector.kind.id, settings, CONTEXT));
  expect(steps.map(({ name, ok }) => `${name} ${ok}`)).toEqual([
    "dns true",
    "tcp true",
    "login true",
    "permission true",
    "list true",
  ]);
  await using connection = await mssqlConnector.open(settings, loopbackDependencies(), CONTEXT);
  const target = { table: "texts", columns: [{ name: "hash", type: "text" } as const], key: ["hash"] };
  await connection.table?.prepare({ ...target, create: true }, CONTEXT.signal);
  await connection.table?.replace(
    [{ target: { ...target, create: true }, key: { hash: "a" }, rows: [{ hash: "a" }] }],
    CONTEXT.signal,
  );
  expect(server.statements.join()).toContain("insert into [texts] ([hash]) values (@p1)");
});

test("a redirect to a forbidden address is rejected alike whether its port is open or closed", async () => {
  const network = createConnectorNetwork({ allow: ["127.0.0.1/32"] });
  let reached = 0;
  await using forbidden = createServer((socket) => {
    reached += 1;
    socket.destroy();
  }).listen(0, "127.0.0.2");
  await once(forbidden, "listening");
  const open = boundPort(forbidden);
  const outcomes: string[] = [];
  for (const port of [open, await freePort()]) {
    await using server = await startTdsServer(() => ({ host: "127.0.0.2", port }));
    const settings = { ...SETTINGS, port: `${server.port}` };
    const opening = mssqlConnector.open(settings, { ...loopbackDependencies(), network }, CONTEXT);
    outcomes.push(await opening.then(() => "opened", String));
    expect(server.connections()).toBe(1);
  }
  expect(outcomes[0]).toContain("The host name was not found, or its address is not a public one");
  expect(outcomes[1]).toBe(outcomes[0]);
  expect(reached).toBe(0);
});

test("a redirect to a permitted address is followed, and a redirect loop ends", async () => {
  await using second = await startTdsServer();
  await using first = await startTdsServer(() => ({ host: "127.0.0.1", port: second.port }));
  const settings = { ...SETTINGS, port: `${first.port}` };
  await using connection = await mssqlConnector.open(settings, loopbackDependencies(), CONTEXT);
  expect(connection.table).toBeDefined();
  expect(second.connections()).toBe(1);

  let own = 0;
  await using circle = await startTdsServer(() => ({ host: "127.0.0.1", port: own }));
  own = circle.port;
  await expect(
    mssqlConnector.open({ ...SETTINGS, port: `${own}` }, loopbackDependencies(), CONTEXT),
  ).rejects.toThrow("The server redirects too often.");
  expect(circle.connections()).toBe(5);
});

test("statements use SQL Server's syntax", async () => {
  const session = recordingSession();
  const target = {
    table: "dbo.te]xts",
    columns: [
      { name: "hash", type: "text" } as const,
      { name: "pages", type: "integer" } as const,
      { name: "total", type: "number" } as const,
      { name: "due", type: "date" } as const,
    ],
    key: ["hash"],
    create: true,
  };
  const table = createTableSink(MSSQL, session);
  await table.prepare(target, CONTEXT.signal);
  await table.replace([{ target, key: { hash: "a" }, rows: [{ hash: "a", pages: 1 }] }], CONTEXT.signal);
  expect(session.statements).toEqual([
    "create table [dbo].[te]]xts] ([hash] nvarchar(max), [pages] bigint, [total] decimal(38, 10), [due] date)",
    "delete from [dbo].[te]]xts] where [hash] = @p1",
    "insert into [dbo].[te]]xts] ([hash], [pages], [total], [due]) values (@p1, @p2, @p3, @p4)",
  ]);
});
