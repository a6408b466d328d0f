import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { createConnectorNetwork } from "../../outbound/connector-network.ts";
import { createCatalogue } from "../catalogue.ts";
import { createTableSink } from "../tables/sql-table.ts";
import { loopbackSurroundings } from "../testing/loopback-network.ts";
import { recordingSession } from "../testing/recording-session.ts";
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

test("a server that nobody reaches is told so, and the address policy holds", async () => {
  await expect(mssqlConnector.open(SETTINGS, loopbackSurroundings(), CONTEXT)).rejects.toMatchObject({
    code: "UNREACHABLE",
  });
  const closed = { ...loopbackSurroundings(), network: createConnectorNetwork({ allow: [] }) };
  await expect(mssqlConnector.open(SETTINGS, closed, CONTEXT)).rejects.toMatchObject({
    code: "REFUSED_ADDRESS",
  });
});

test("a server that says nothing fails the test in time", async () => {
  await using server = createServer((socket) => socket.on("error", () => {}).resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = `${typeof address === "object" ? address?.port : ""}`;
  const catalogue = createCatalogue([mssqlConnector], loopbackSurroundings());
  const signal = AbortSignal.timeout(300);
  const steps = await catalogue.test(mssqlConnector.kind.id, { ...SETTINGS, port }, { signal });
  expect(steps.at(-1)).toMatchObject({ name: "login", ok: false });
});

test("the statements are SQL Server's", async () => {
  const session = recordingSession();
  const target = {
    table: "dbo.te]xts",
    columns: [{ name: "hash", type: "text" } as const, { name: "pages", type: "integer" } as const],
    key: ["hash"],
    create: true,
  };
  const table = createTableSink(MSSQL, session);
  await table.prepare(target, CONTEXT.signal);
  await table.upsert(target, [{ hash: "a", pages: 1 }], CONTEXT.signal);
  expect(session.statements).toEqual([
    "create table [dbo].[te]]xts] ([hash] nvarchar(max), [pages] bigint)",
    "delete from [dbo].[te]]xts] where [hash] = @p1",
    "insert into [dbo].[te]]xts] ([hash], [pages]) values (@p1, @p2)",
  ]);
});
