import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectorError, type ColumnValue } from "@galley/core/domain";
import { z } from "zod";
import { jsonOf } from "../answers.ts";
import type { Network } from "../network.ts";

/** The server and the credentials. */
export interface SnowflakeAccess {
  readonly user: string;
  readonly password: string;
  readonly account: string;
  readonly database: string;
  readonly schema: string;
  readonly warehouse: string;
  readonly role: string;
}

/** A Snowflake session, using the protocol of Snowflake's own drivers. */
export interface SnowflakeSession {
  /** Returns the first column of each row. @throws ConnectorError */
  query(statement: string, values: readonly ColumnValue[], signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

const loginSchema = z.object({
  success: z.boolean(),
  message: z.string().nullish(),
  data: z.object({ token: z.string().nullish() }).nullish(),
});

const resultSchema = z.object({
  success: z.boolean(),
  code: z.string().nullish(),
  message: z.string().nullish(),
  data: z
    .object({
      rowset: z.array(z.array(z.nullable(z.string()))).nullish(),
      getResultUrl: z.string().nullish(),
    })
    .nullish(),
});

/** The statement is still running, so its result must be polled. */
const RUNNING: ReadonlySet<unknown> = new Set(["333333", "333334"]);
/** Missing permissions, and objects that do not exist or are not visible. */
const DENIED: ReadonlySet<unknown> = new Set(["003001", "390100"]);
const MISSING: ReadonlySet<unknown> = new Set(["002003", "002043"]);

const HEADERS = { "content-type": "application/json", accept: "application/snowflake" } as const;

/** @throws ConnectorError if the credentials are rejected. */
export async function logIn(
  settings: SnowflakeAccess,
  { network, base }: { readonly network: Network; readonly base: string },
  signal: AbortSignal,
): Promise<SnowflakeSession> {
  const { user, password, account, database, schema, warehouse, role } = settings;
  const host = base.replace("{account}", account);
  const place = new URLSearchParams({
    databaseName: database,
    schemaName: schema,
    warehouse,
    roleName: role,
  });
  const data = { CLIENT_APP_ID: "galley", LOGIN_NAME: user, PASSWORD: password, ACCOUNT_NAME: account };
  const answer = await network.request(`${host}/session/v1/login-request?${place.toString()}`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ data }),
    signal,
  });
  const login = loginSchema.parse(await jsonOf(answer));
  const token = login.data?.token;
  if (!login.success || !token) {
    throw new ConnectorError("ACCESS_DENIED", login.message ?? "Snowflake rejected the credentials.");
  }
  return sessionWith({ network, host, token });
}

interface Held {
  readonly network: Network;
  readonly host: string;
  readonly token: string;
}

function sessionWith(held: Held): SnowflakeSession {
  return {
    async query(sqlText, values, signal) {
      const bindings = Object.fromEntries(values.map((value, index) => [`${index + 1}`, bindingOf(value)]));
      const body = { sqlText, asyncExec: false, bindings, parameters: { TIMEZONE: "UTC" } };
      const path = `/queries/v1/query-request?requestId=${randomUUID()}`;
      let result = await ask(held, { path, body }, signal);
      while (RUNNING.has(result.code)) {
        await sleep(200, undefined, { signal });
        result = await ask(held, { path: result.data?.getResultUrl ?? "" }, signal);
      }
      if (!result.success) throw failureOf(result);
      return (result.data?.rowset ?? []).map(([first]) => first ?? "");
    },
    async close() {
      const path = `/session?delete=true&requestId=${randomUUID()}`;
      await ask(held, { path, body: {} }, AbortSignal.timeout(1000)).catch(() => {});
    },
  };
}

async function ask(
  { network, host, token }: Held,
  { path, body }: { readonly path: string; readonly body?: unknown },
  signal: AbortSignal,
): Promise<z.output<typeof resultSchema>> {
  const url = new URL(path, host);
  if (url.origin !== new URL(host).origin) {
    throw new ConnectorError("FAILED", "The result is on another server.");
  }
  const answer = await network.request(url.href, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...HEADERS, authorization: `Snowflake Token="${token}"` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  return resultSchema.parse(await jsonOf(answer));
}

function failureOf({ code, message }: z.output<typeof resultSchema>): ConnectorError {
  const said = message ?? "Snowflake rejected the statement.";
  if (DENIED.has(code)) return new ConnectorError("ACCESS_DENIED", said);
  return new ConnectorError(MISSING.has(code) ? "NOT_FOUND" : "FAILED", said);
}

function bindingOf(value: ColumnValue): { readonly type: string; readonly value: string | null } {
  if (typeof value === "number")
    return { type: Number.isInteger(value) ? "FIXED" : "REAL", value: `${value}` };
  if (typeof value === "boolean") return { type: "BOOLEAN", value: `${value}` };
  if (value instanceof Date) return { type: "TEXT", value: value.toISOString() };
  return { type: "TEXT", value };
}
