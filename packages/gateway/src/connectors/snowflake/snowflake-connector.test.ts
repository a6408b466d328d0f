import { expect, test } from "vitest";
import { z } from "zod";
import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "../testing/api-server.ts";
import { loopbackSurroundings } from "../testing/loopback-network.ts";
import { snowflakeConnector } from "./snowflake-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

const SETTINGS = {
  connectorName: "warehouse",
  user: "galley",
  password: "hunter2",
  account: "press",
  database: "ARCHIVE",
  schema: "PUBLIC",
  warehouse: "SMALL",
  role: "WRITER",
};

const querySchema = z.object({
  sqlText: z.string(),
  bindings: z.record(z.string(), z.object({ type: z.string(), value: z.nullable(z.string()) })),
});

interface Warehouse extends ApiServer {
  readonly queries: z.output<typeof querySchema>[];
  /** Columns of the one table that there is. */
  columns: readonly string[];
}

/** Snowflake's protocol as far as the connector speaks it; the first statement takes a second call to end. */
async function startWarehouse(): Promise<Warehouse> {
  const made: Pick<Warehouse, "queries" | "columns"> = { queries: [], columns: [] };
  const server = await startApiServer((call) => answerOf(call, made));
  return Object.assign(made, server);
}

function answerOf(
  { url, headers, body }: ApiCall,
  made: Pick<Warehouse, "queries" | "columns">,
): ApiAnswer | undefined {
  if (url.pathname === "/session/v1/login-request") {
    const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(JSON.parse(body.toString()));
    const isKnown = data["PASSWORD"] === SETTINGS.password && url.searchParams.get("warehouse") === "SMALL";
    return isKnown
      ? { body: { success: true, data: { token: "a token" } } }
      : {
          body: { success: false, code: "390100", message: "Incorrect username or password was specified." },
        };
  }
  if (headers.authorization !== 'Snowflake Token="a token"') return { status: 401 };
  if (url.pathname === "/result") return { body: { success: true, data: { rowset: [] } } };
  if (url.pathname !== "/queries/v1/query-request") return { body: { success: true } };
  const query = querySchema.parse(JSON.parse(body.toString()));
  made.queries.push(query);
  if (made.queries.length === 1) {
    return { body: { success: false, code: "333334", data: { getResultUrl: "/result" } } };
  }
  if (query.sqlText.startsWith("delete") && query.bindings["1"]?.value === "bad") {
    return { body: { success: false, code: "003001", message: "Insufficient privileges" } };
  }
  const isColumns = query.sqlText.includes("information_schema");
  return { body: { success: true, data: { rowset: isColumns ? made.columns.map((name) => [name]) : [] } } };
}

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

test("a table is made, and rows are written in a transaction with bound values", async () => {
  await using warehouse = await startWarehouse();
  const surroundings = loopbackSurroundings([], { snowflake: warehouse.url });
  await using connection = await snowflakeConnector.open(SETTINGS, surroundings, CONTEXT);
  await connection.table?.prepare(TARGET, CONTEXT.signal);
  warehouse.columns = ["hash", "pages", "at"];
  const row = { hash: "a'b", pages: 3, at: new Date("2026-01-02T03:04:05.678Z") };
  await connection.table?.upsert(TARGET, [row], CONTEXT.signal);
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

test("what the role may not do is told, and undone", async () => {
  await using warehouse = await startWarehouse();
  warehouse.columns = ["hash", "pages", "at"];
  const surroundings = loopbackSurroundings([], { snowflake: warehouse.url });
  await using connection = await snowflakeConnector.open(SETTINGS, surroundings, CONTEXT);
  await expect(
    connection.table?.upsert(TARGET, [{ hash: "x" }, { hash: "bad" }], CONTEXT.signal),
  ).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  expect(warehouse.queries.at(-1)?.sqlText).toBe("rollback");
});

test("wrong credentials are told, without them in the message", async () => {
  await using warehouse = await startWarehouse();
  const surroundings = loopbackSurroundings([], { snowflake: warehouse.url });
  const settings = { ...SETTINGS, password: "hunter3" };
  await expect(snowflakeConnector.open(settings, surroundings, CONTEXT)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
    message: expect.not.stringContaining("hunter"),
  });
});
