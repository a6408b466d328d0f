import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { createConnectorNetwork } from "../../outbound/connector-network.ts";
import { createTableSink } from "../tables/sql-table.ts";
import { recordingSession } from "../testing/recording-session.ts";
import { loopbackSurroundings } from "../testing/loopback-network.ts";
import { oracleConnector } from "./oracle-connector.ts";
import { hostsOf } from "./oracle-hosts.ts";
import { ORACLE } from "./oracle-tables.ts";

const CONTEXT = { signal: new AbortController().signal };

const SETTINGS = {
  config_dir: tmpdir(),
  user: "galley",
  password: "hunter2",
  dsn: "127.0.0.1:1/service",
  wallet_location: tmpdir(),
  wallet_password: "hunter2",
};

test.each([
  ["database.example:1522/service", ["database.example"]],
  ["tcps://database.example:1522/service?wallet_location=/x", ["database.example"]],
  ["//127.0.0.1/service", ["127.0.0.1"]],
  ["[::1]:1521/service", ["::1"]],
  [
    "(description=(address=(protocol=tcps)(port=1522)(host=a.example))(address=(host=b.example)))",
    ["a.example", "b.example"],
  ],
])("the DSN %s names its hosts", (dsn, hosts) => {
  expect(hostsOf(dsn)).toEqual(hosts);
});

test("a name of tnsnames.ora is refused, since it says where nobody has looked", () => {
  expect(() => hostsOf("press_high")).toThrow("must say where the database is");
});

test("the address policy holds, and so do the folders that connectors may reach", async () => {
  const closed = { ...loopbackSurroundings([tmpdir()]), network: createConnectorNetwork({ allow: [] }) };
  await expect(oracleConnector.open(SETTINGS, closed, CONTEXT)).rejects.toMatchObject({
    code: "REFUSED_ADDRESS",
  });
  await expect(oracleConnector.open(SETTINGS, loopbackSurroundings(), CONTEXT)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
  });
});

test("a server that nobody reaches is told so", async () => {
  await expect(
    oracleConnector.open(SETTINGS, loopbackSurroundings([tmpdir()]), CONTEXT),
  ).rejects.toMatchObject({
    code: "UNREACHABLE",
  });
});

test("the statements are Oracle's", async () => {
  const session = recordingSession();
  const target = {
    table: "texts",
    columns: [{ name: "hash", type: "text" } as const, { name: "pages", type: "integer" } as const],
    key: ["hash"],
    create: true,
  };
  const table = createTableSink(ORACLE, session);
  await table.prepare(target, CONTEXT.signal);
  await table.upsert(target, [{ hash: "a", pages: 1 }], CONTEXT.signal);
  expect(session.statements).toEqual([
    'create table "texts" ("hash" varchar2(4000), "pages" number(19))',
    'delete from "texts" where "hash" = :1',
    'insert into "texts" ("hash", "pages") values (:1, :2)',
  ]);
});
