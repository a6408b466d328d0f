import { z } from "zod";
import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "./api-server.ts";

export const SNOWFLAKE_SETTINGS = {
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

export interface Warehouse extends ApiServer {
  readonly queries: z.output<typeof querySchema>[];
  /** The columns of the only table. */
  columns: readonly string[];
}

/**
 * Snowflake's protocol as far as the connector uses it; the first statement needs a second call to complete.
 */
export async function startSnowflake(): Promise<Warehouse> {
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
    const isKnown =
      data["PASSWORD"] === SNOWFLAKE_SETTINGS.password && url.searchParams.get("warehouse") === "SMALL";
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
