import { setTimeout as sleep } from "node:timers/promises";
import {
  ConnectorError,
  type ColumnType,
  type ColumnValue,
  type TableRows,
  type TableSink,
  type TableTarget,
} from "@galley/core/domain";
import { z } from "zod";
import { jsonOf } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import type { Network } from "../network.ts";
import { assertNames } from "../tables/table-name.ts";

export interface BigqueryAccess {
  readonly network: Network;
  readonly base: string;
  readonly token: (signal: AbortSignal) => Promise<string>;
  readonly project: string;
}

const TYPES = {
  id: "STRING",
  text: "STRING",
  number: "BIGNUMERIC",
  integer: "INT64",
  boolean: "BOOL",
  date: "DATE",
  timestamp: "TIMESTAMP",
  json: "JSON",
} as const satisfies Record<ColumnType, string>;

/** @throws ConnectorError if the credentials are rejected. */
export async function openBigquery(access: BigqueryAccess, signal: AbortSignal): Promise<OpenConnector> {
  await run(access, { query: "select 1" }, signal);
  return { table: tableOf(access), trials: {}, async [Symbol.asyncDispose]() {} };
}

function tableOf(access: BigqueryAccess): TableSink {
  return {
    async prepare(target, signal) {
      assertNames({ ...target, table: target.table.replaceAll(".", "_") });
      const columns = await columnsOf(access, target, signal);
      const missing = target.columns.filter(({ name }) => !columns?.has(name));
      if (missing.length === 0) return;
      if (!target.create) throw lacking(target, columns, missing);
      const definitions = missing.map(({ name, type }) => `${quoted(name)} ${TYPES[type]}`);
      const table = quoted(target.table);
      const statement = columns
        ? `alter table ${table} ${definitions.map((column) => `add column ${column}`).join(", ")}`
        : `create table ${table} (${definitions.join(", ")})`;
      await run(access, { query: statement }, signal);
    },

    async replace(tables, signal) {
      for (const { target } of tables) assertNames({ ...target, table: target.table.replaceAll(".", "_") });
      const removals = tables.map((rows, index) => removalOf(rows, `k${index}_`));
      const rows = tables.flatMap(({ target, rows: own }) => own.map((row) => ({ target, row })));
      for (let at = 0; at === 0 || at < rows.length; at += ROWS_AT_ONCE) {
        const insertions = rows
          .slice(at, at + ROWS_AT_ONCE)
          .map(({ target, row }, index) => insertionOf(target, row, `r${index}_`));
        await run(access, together([...(at === 0 ? removals : []), ...insertions]), signal);
      }
    },
  };
}

function lacking(
  { table }: TableTarget,
  columns: ReadonlySet<string> | undefined,
  missing: TableTarget["columns"],
): ConnectorError {
  const names = missing.map(({ name }) => `"${name}"`).join(", ");
  const message = columns ? `The table "${table}" lacks ${names}.` : `Table "${table}" not found.`;
  return new ConnectorError("NOT_FOUND", message);
}

/** Inside backquotes, a backslash escapes itself and the quote. */
function quoted(identifier: string): string {
  return `\`${identifier.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

interface Statement {
  readonly query: string;
  readonly parameters?: readonly Parameter[];
}

interface Parameter {
  readonly name: string;
  readonly parameterType: { readonly type: string };
  readonly parameterValue: { readonly value: string | null };
}

/** Wraps statements in one transaction. */
function together(statements: readonly Statement[]): Statement {
  const queries = statements.map(({ query }) => `${query};`);
  return {
    query: ["begin transaction;", ...queries, "commit transaction;"].join("\n"),
    parameters: statements.flatMap(({ parameters = [] }) => parameters),
  };
}

/** BigQuery limits the parameters of a script. Later parts of a longer list follow in transactions of their own. */
const ROWS_AT_ONCE = 200;

/** @param prefix of the parameter names. */
function removalOf({ target, key: values }: TableRows, prefix: string): Statement {
  const same = target.key.map((name, index) => `${quoted(name)} = @${prefix}${index}`);
  return {
    query: `delete from ${quoted(target.table)} where ${same.join(" and ")}`,
    parameters: target.key.map((key, index) =>
      parameter(target, { key, name: `${prefix}${index}`, value: values[key] ?? null }),
    ),
  };
}

/** @param prefix of the parameter names. */
function insertionOf(
  target: TableTarget,
  row: Readonly<Record<string, ColumnValue>>,
  prefix: string,
): Statement {
  const names = target.columns.map(({ name }) => quoted(name));
  const values = target.columns.map(({ type }, index) =>
    type === "json" ? `parse_json(@${prefix}${index})` : `@${prefix}${index}`,
  );
  return {
    query: `insert into ${quoted(target.table)} (${names.join(", ")}) values (${values.join(", ")})`,
    parameters: target.columns.map(({ name: key }, index) =>
      parameter(target, { key, name: `${prefix}${index}`, value: row[key] ?? null }),
    ),
  };
}

function parameter(
  { columns }: TableTarget,
  { key, name, value }: { readonly key: string; readonly name: string; readonly value: ColumnValue },
): Parameter {
  const type = columns.find((column) => column.name === key)?.type ?? "text";
  return {
    name,
    parameterType: { type: type === "json" ? "STRING" : TYPES[type] },
    parameterValue: { value: written(value) },
  };
}

function written(value: ColumnValue): string | null {
  if (value === null) return null;
  return value instanceof Date ? value.toISOString() : `${value}`;
}

const tableSchema = z.object({
  schema: z.object({ fields: z.array(z.object({ name: z.string() })).default([]) }),
});

/** Undefined if the table does not exist. */
async function columnsOf(
  access: BigqueryAccess,
  { table }: TableTarget,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const parts = table.split(".");
  const [name = "", dataset = "", project = access.project] = parts.toReversed();
  if (dataset === "") throw new ConnectorError("FAILED", "Name the table with its dataset: dataset.table");
  const path = [project, "datasets", dataset, "tables", name].map(encodeURIComponent).join("/");
  try {
    const found = tableSchema.parse(await call(access, `/bigquery/v2/projects/${path}`, signal));
    return new Set(found.schema.fields.map((field) => field.name));
  } catch (error) {
    if (error instanceof ConnectorError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

/** How long a call waits for a statement before it returns that the statement is still running. */
const WAIT_MS = 10_000;

const jobSchema = z.object({
  jobComplete: z.boolean(),
  jobReference: z.object({ jobId: z.string(), location: z.string().optional() }),
});

/** Runs a statement to completion. */
async function run(
  access: BigqueryAccess,
  { query, parameters }: Statement,
  signal: AbortSignal,
): Promise<void> {
  const path = `/bigquery/v2/projects/${encodeURIComponent(access.project)}/queries`;
  const body = {
    query,
    useLegacySql: false,
    timeoutMs: WAIT_MS,
    ...(parameters && { parameterMode: "NAMED", queryParameters: parameters }),
  };
  let job = jobSchema.parse(await call(access, path, signal, body));
  while (!job.jobComplete) {
    const { jobId, location } = job.jobReference;
    const asked = new URLSearchParams({
      timeoutMs: `${WAIT_MS}`,
      ...(location !== undefined && { location }),
    });
    await sleep(100, undefined, { signal });
    job = jobSchema.parse(
      await call(access, `${path}/${encodeURIComponent(jobId)}?${asked.toString()}`, signal),
    );
  }
}

/** One call of the BigQuery REST API, version 2. */
async function call(
  { network, base, token }: BigqueryAccess,
  path: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${await token(signal)}` };
  return jsonOf(
    await network.request(base + path, {
      ...(body === undefined
        ? { method: "GET", headers }
        : {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(body),
          }),
      signal,
    }),
  );
}
