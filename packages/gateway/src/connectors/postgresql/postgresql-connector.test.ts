import type { Connection } from "@galley/core/domain";
import { describe, expect, test } from "vitest";
import { Client } from "pg";
import { loopbackUrl } from "../../persistence/testing/loopback-url.ts";
import { createTestDatabase } from "../../persistence/testing/test-database.ts";
import { createCatalogue } from "../catalogue.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { documentContract, tableContract, type TableWorld } from "../testing/table-contract.ts";
import { postgresqlConnector } from "./postgresql-connector.ts";
import { redshiftConnector } from "./redshift-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

function shown(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function fieldsOf(url: URL): Readonly<Record<string, string>> {
  return {
    connectorName: "tables",
    host: url.hostname,
    port: url.port,
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

test("Redshift's statements run on a server with PostgreSQL's protocol", async () => {
  await using database = await createTestDatabase();
  await using connection = await redshiftConnector.open(
    fieldsOf(loopbackUrl(database.url)),
    loopbackDependencies(),
    CONTEXT,
  );
  const columns = ["key", "text", "more"].map((name) => ({ name, type: "text" }) as const);
  const target = { table: "texts", columns, key: ["key"], create: true };
  await connection.table?.prepare({ ...target, columns: columns.slice(0, 1) }, CONTEXT.signal);
  await connection.table?.prepare(target, CONTEXT.signal);
  await connection.table?.replace(
    [{ target, key: { key: "a" }, rows: [{ key: "a", text: "b", more: null }] }],
    CONTEXT.signal,
  );
  await using reader = await postgresqlConnector.open(
    { connectorName: "reader", connection_url: loopbackUrl(database.url).href },
    loopbackDependencies(),
    CONTEXT,
  );
  await expect(reader.table?.prepare({ ...target, create: false }, CONTEXT.signal)).resolves.toBeUndefined();
});

describe("a PostgreSQL server", () => {
  const open = async (): Promise<TableWorld> => {
    await using starting = new AsyncDisposableStack();
    const database = starting.use(await createTestDatabase());
    const settings = { connectorName: "tables", connection_url: loopbackUrl(database.url).href };
    const another = (): Promise<Connection> =>
      postgresqlConnector.open(settings, loopbackDependencies(), CONTEXT);
    const connection = starting.use(await another());
    const reader = starting.adopt(new Client(database.url), (client) => client.end());
    await reader.connect();
    const parts = starting.move();
    return {
      connection,
      another,
      quoted: (name) => `"${name.replaceAll('"', '""')}"`,
      async select(text) {
        const { rows } = await reader.query<unknown[]>({ text, rowMode: "array" });
        return rows.map((row) => row.map(shown));
      },
      [Symbol.asyncDispose]: () => parts.disposeAsync(),
    };
  };
  tableContract(open);
  documentContract(open, {
    integer: "bigint",
    bytes: "bytea",
    literal: (hex) => `'\\x${hex}'::bytea`,
    repeated: (hex, times) => `decode(repeat('${hex}', ${times}), 'hex')`,
  });

  test("a connection by fields is tested step by step, and wrong credentials are reported", async () => {
    await using database = await createTestDatabase();
    const catalogue = createCatalogue([postgresqlConnector], loopbackDependencies());
    const tried = async (changes: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
      const settings = { ...fieldsOf(loopbackUrl(database.url)), ...changes };
      const steps = await Array.fromAsync(catalogue.test(postgresqlConnector.kind.id, settings, CONTEXT));
      return steps.map(({ name, ok }) => `${name} ${ok ? "ok" : "failed"}`);
    };
    expect(await tried({})).toEqual(["dns ok", "tcp ok", "login ok", "permission ok", "list ok"]);
    expect(await tried({ password: "wrong" })).toEqual(["dns ok", "tcp ok", "login failed"]);
    expect(await tried({ database: "nowhere" })).toEqual(["dns ok", "tcp ok", "login failed"]);
  });
});

test("the form accepts a URL or separate fields", () => {
  const { settingsSchema } = postgresqlConnector.kind;
  expect(settingsSchema).toMatchObject({
    allOf: [
      { required: ["connectorName"] },
      {
        oneOf: [
          { required: ["connection_url"] },
          { required: ["host", "port", "database", "user", "password"] },
        ],
      },
    ],
  });
  expect(settingsSchema).not.toHaveProperty("properties");
});
