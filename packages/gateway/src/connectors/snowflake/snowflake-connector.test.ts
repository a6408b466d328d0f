import { expect, test } from "vitest";
import { SNOWFLAKE_SETTINGS, startSnowflake } from "../testing/apis/snowflake-server.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { snowflakeConnector } from "./snowflake-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

const TARGET = {
  table: "texts",
  columns: [
    { name: "hash", type: "text" },
    { name: "pages", type: "integer" },
    { name: "at", type: "timestamp" },
  ],
  key: ["hash"],
  create: true,
} as const;

test("a missing table is created, and rows are written in a transaction with bound values", async () => {
  await using warehouse = await startSnowflake();
  const dependencies = loopbackDependencies([], { snowflake: warehouse.url });
  await using connection = await snowflakeConnector.open(SNOWFLAKE_SETTINGS, dependencies, CONTEXT);
  await connection.table?.prepare(TARGET, CONTEXT.signal);
  warehouse.columns = ["hash", "pages", "at"];
  const row = { hash: "a'b", pages: 3, at: new Date("2026-01-02T03:04:05.678Z") };
  await connection.table?.replace([{ target: TARGET, key: { hash: "a'b" }, rows: [row] }], CONTEXT.signal);
  expect(warehouse.queries.slice(1).map(({ sqlText }) => sqlText)).toEqual([
    'create table "texts" ("hash" varchar, "pages" number(19), "at" timestamp_tz)',
    "begin",
    'delete from "texts" where "hash" = ?',
    'insert into "texts" ("hash", "pages", "at") values (?, ?, ?)',
    "commit",
  ]);
  expect(warehouse.queries.at(-2)?.bindings).toEqual({
    1: { type: "TEXT", value: "a'b" },
    2: { type: "FIXED", value: "3" },
    3: { type: "TEXT", value: "2026-01-02T03:04:05.678Z" },
  });
});

test("a missing permission is reported and the transaction rolled back", async () => {
  await using warehouse = await startSnowflake();
  warehouse.columns = ["hash", "pages", "at"];
  const dependencies = loopbackDependencies([], { snowflake: warehouse.url });
  await using connection = await snowflakeConnector.open(SNOWFLAKE_SETTINGS, dependencies, CONTEXT);
  await expect(
    connection.table?.replace(
      ["x", "bad"].map((hash) => ({ target: TARGET, key: { hash }, rows: [{ hash }] })),
      CONTEXT.signal,
    ),
  ).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  expect(warehouse.queries.at(-1)?.sqlText).toBe("rollback");
});

test("wrong credentials are reported with a message that does not quote them", async () => {
  await using warehouse = await startSnowflake();
  const dependencies = loopbackDependencies([], { snowflake: warehouse.url });
  const settings = { ...SNOWFLAKE_SETTINGS, password: "hunter3" };
  await expect(snowflakeConnector.open(settings, dependencies, CONTEXT)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
    message: expect.not.stringContaining("hunter"),
  });
});
