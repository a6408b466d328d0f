import { ConnectorError, type DocumentTable, type FileSource, type SourceFile } from "@galley/core/domain";
import { getFollowing } from "../following.ts";
import type { Network } from "../network.ts";
import { quotedName, type SqlDialect } from "./sql-table.ts";
import { assertIdentifier } from "./table-name.ts";

type Row = Readonly<Record<string, unknown>>;

/** The SQL syntax for reading documents. */
export interface DocumentDialect extends Pick<SqlDialect, "quoted" | "parameter"> {
  /** An expression that casts a value of any type to text. */
  asText(expression: string): string;
  /** Begins a transaction whose reads all use one snapshot. */
  readonly begin: string;
}

/** Reads on one connection. Throws a `ConnectorError`, or the reason of the signal. */
export interface DocumentSession {
  /** Streams rows, so memory use does not grow with their number. */
  stream(statement: string, signal: AbortSignal): AsyncIterable<Row>;
  query(statement: string, values: readonly string[], signal: AbortSignal): Promise<readonly Row[]>;
}

/** Maximum key length, since keys become paths. */
const MAX_KEY_BYTES = 4096;

const PART_BYTES = 4 * 1024 * 1024;

/** Lists and reads the documents in a SQL table, one per row, named by the row's key. */
export function createDocumentSource(
  dialect: DocumentDialect,
  session: DocumentSession,
  network: Network,
): (table: DocumentTable) => FileSource {
  return (table) => {
    const names = namesOf(dialect, table);
    return {
      list: (_, signal) => list(dialect, session, names, signal),
      read: (key, signal) =>
        table.document.holds === "content"
          ? content(dialect, session, { ...names, key }, signal)
          : fetched(session, { ...names, key, network }, signal),
    };
  };
}

interface Names {
  /** Quoted, like the other names. */
  readonly table: string;
  readonly column: string;
  readonly keyColumn: string;
  /** Matches the row whose key is the first parameter. */
  readonly isRow: string;
}

function namesOf(dialect: DocumentDialect, { table, keyColumn, document }: DocumentTable): Names {
  for (const name of [keyColumn, document.column]) assertIdentifier(name);
  return {
    table: quotedName(dialect, table),
    column: dialect.quoted(document.column),
    keyColumn: dialect.quoted(keyColumn),
    isRow: `${dialect.quoted(keyColumn)} = ${dialect.parameter(1)}`,
  };
}

/** Rows without a document are not listed. */
async function* list(
  dialect: DocumentDialect,
  session: DocumentSession,
  { table, column, keyColumn }: Names,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  const key = dialect.asText(keyColumn);
  const statement = `select ${key} as galley_key from ${table} where ${keyColumn} is not null and ${column} is not null`;
  for await (const { galley_key: path } of session.stream(statement, signal)) {
    if (typeof path !== "string" || path === "" || path.includes("\0")) continue;
    if (Buffer.byteLength(path) > MAX_KEY_BYTES) continue;
    yield { path, name: path, bytes: undefined, modifiedAt: undefined };
  }
}

/** Reads one part at a time, all of them of the same version of the document. */
async function* content(
  { begin }: DocumentDialect,
  session: DocumentSession,
  { table, column, isRow, key }: Names & { readonly key: string },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  await session.query(begin, [], signal);
  try {
    for (let from = 1; ; from += PART_BYTES) {
      const part = `substring(${column} from ${from} for ${PART_BYTES})`;
      const rows = await session.query(`select ${part} as part from ${table} where ${isRow}`, [key], signal);
      const bytes = bytesOf(onlyRow(rows)["part"]);
      if (bytes.length === 0) return;
      yield bytes;
    }
  } finally {
    await session.query("rollback", [], signal).catch(() => {});
  }
}

function onlyRow([row]: readonly Row[]): Row {
  if (row) return row;
  throw new ConnectorError("NOT_FOUND", "The row no longer exists.");
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === "string") return Buffer.from(value);
  throw new ConnectorError("FAILED", "The column holds no document.");
}

/** The document at a URL that a row holds, fetched under the address policy. */
async function* fetched(
  session: DocumentSession,
  { table, column, isRow, key, network }: Names & { readonly key: string; readonly network: Network },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const rows = await session.query(`select ${column} as url from ${table} where ${isRow}`, [key], signal);
  const { url } = onlyRow(rows);
  if (typeof url !== "string" || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new ConnectorError("FAILED", "The column holds no http or https URL.");
  }
  yield* (await getFollowing(network, new URL(url), { signal, assertLeads: assertEncryptionKept })).body;
}

/** The same rule as for documents submitted by URL. */
function assertEncryptionKept(from: URL, to: URL): void {
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw new ConnectorError("FAILED", "The address redirects from https to http.");
  }
}
