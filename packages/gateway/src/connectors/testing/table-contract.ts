import {
  ConnectorError,
  type ColumnValue,
  type Connection,
  type FileSource,
  type TableRows,
  type TableTarget,
} from "@galley/core/domain";
import { expect, test } from "vitest";
import { startApiServer } from "./apis/api-server.ts";

/** A connection to an empty database, and a client of its own to check the result. */
export interface TableWorld extends AsyncDisposable {
  readonly connection: Connection;
  /** Opens another connection to the same database. */
  another(): Promise<Connection>;
  /** The rows of a statement, with every value as text. */
  select(statement: string): Promise<readonly (readonly (string | null)[])[]>;
  /** A name quoted for the database. */
  quoted(name: string): string;
}

const SIGNAL = new AbortController().signal;

const TARGET: TableTarget = {
  table: "texts",
  columns: [
    { name: "file_path", type: "text" },
    { name: "content_hash", type: "text" },
    { name: "text", type: "text" },
    { name: "pages", type: "integer" },
    { name: "metadata", type: "json" },
    { name: "processed_at", type: "timestamp" },
  ],
  key: ["content_hash", "file_path"],
  create: true,
};

const ROW = {
  file_path: "in/a'b\"c.pdf",
  content_hash: "abc",
  text: "Grüße, 世界; drop table texts; --",
  pages: 3,
  metadata: '{"mode":"form"}',
  processed_at: new Date("2026-01-02T03:04:05.678Z"),
};

/** Rows by their key, as a sink takes them. */
function rowsOf(
  target: TableTarget,
  rows: readonly Readonly<Record<string, ColumnValue>>[],
): readonly TableRows[] {
  const keyOf = (row: Readonly<Record<string, ColumnValue>>): Readonly<Record<string, ColumnValue>> =>
    Object.fromEntries(target.key.map((name) => [name, row[name] ?? null]));
  const byKey = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)));
  return [...byKey.values()].map((same) => ({ target, key: keyOf(same[0] ?? {}), rows: same }));
}

/** The contract of databases that store results. */
export function tableContract(open: () => Promise<TableWorld>): void {
  keyRules(open);
  parentRules(open);
  partRules(open);

  test("a missing table is created, and a row with the same key is overwritten", async () => {
    await using world = await open();
    const { table } = world.connection;
    await table?.prepare(TARGET, SIGNAL);
    await table?.prepare(TARGET, SIGNAL);
    await table?.replace(rowsOf(TARGET, [ROW, { ...ROW, file_path: "other.pdf", text: null }]), SIGNAL);
    await table?.replace(rowsOf(TARGET, [{ ...ROW, pages: 4 }]), SIGNAL);
    const rows = await world.select("select file_path, text, pages from texts order by file_path");
    expect(rows).toEqual([
      [ROW.file_path, ROW.text, "4"],
      ["other.pdf", null, "3"],
    ]);
    const [found] = await world.select("select metadata from texts where pages = 4");
    expect(JSON.parse(found?.[0] ?? "")).toEqual({ mode: "form" });
  });

  test("missing columns are added", async () => {
    await using world = await open();
    const { table } = world.connection;
    await table?.prepare({ ...TARGET, columns: TARGET.columns.slice(0, 3) }, SIGNAL);
    await table?.prepare(TARGET, SIGNAL);
    await table?.replace(rowsOf(TARGET, [ROW]), SIGNAL);
    expect(await world.select("select pages from texts")).toEqual([["3"]]);
  });

  test("concurrent writers create a table and its columns once", async () => {
    await using world = await open();
    await using others = new AsyncDisposableStack();
    const tables = [world.connection.table];
    for (let k = 1; k < 4; k += 1) tables.push(others.use(await world.another()).table);
    const write = async (columns: TableTarget["columns"]): Promise<void> => {
      const target = { ...TARGET, columns };
      const rows = tables.map((_, index) => ({ ...ROW, file_path: `${index}.pdf` }));
      await Promise.all(
        tables.map(async (table, index) => {
          await table?.prepare(target, SIGNAL);
          await againWhilePassing(async () =>
            table?.replace(rowsOf(target, rows.slice(index, index + 1)), SIGNAL),
          );
        }),
      );
    };
    await write(TARGET.columns.slice(0, 3));
    await write(TARGET.columns);
    expect(await world.select("select count(*) from texts")).toEqual([["4"]]);
  });

  test("a missing table or column that may not be created is reported", async () => {
    await using world = await open();
    const { table } = world.connection;
    const given = { ...TARGET, create: false };
    await expect(table?.prepare(given, SIGNAL)).rejects.toThrow('Table "texts" not found');
    await table?.prepare({ ...TARGET, columns: TARGET.columns.slice(0, 3) }, SIGNAL);
    await expect(table?.prepare(given, SIGNAL)).rejects.toThrow('lacks "pages", "metadata", "processed_at"');
  });

  hardCases(open);
}

/** Retries temporary failures, as a run does. */
async function againWhilePassing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code !== "UNREACHABLE") throw error;
    await againWhilePassing(work);
  }
}

/** Inputs that must not break a database. */
function hardCases(open: () => Promise<TableWorld>): void {
  test("rows are written all or none", async () => {
    await using world = await open();
    const { table } = world.connection;
    await table?.prepare(TARGET, SIGNAL);
    const rows = [
      ROW,
      { ...ROW, file_path: "b.pdf", metadata: "no JSON {", pages: 1 },
      { ...ROW, file_path: "c", pages: Number.NaN },
    ];
    await expect(table?.replace(rowsOf(TARGET, rows), SIGNAL)).rejects.toThrow(ConnectorError);
    expect(await world.select("select pages from texts")).toEqual([]);
    await table?.replace(rowsOf(TARGET, [ROW]), SIGNAL);
    expect(await world.select("select pages from texts")).toEqual([["3"]]);
  });

  test("names may contain any characters", async () => {
    await using world = await open();
    const { table } = world.connection;
    const odd = `a"b\`c]; drop table texts`;
    const target = {
      ...TARGET,
      table: odd.replaceAll(".", ""),
      columns: [...TARGET.columns, { name: odd, type: "text" } as const],
    };
    await table?.prepare(target, SIGNAL);
    await table?.replace(rowsOf(target, [{ ...ROW, [odd]: "x" }]), SIGNAL);
    const statement = `select ${world.quoted(odd)} from ${world.quoted(odd)}`;
    expect(await world.select(statement)).toEqual([["x"]]);
    await expect(table?.prepare({ ...TARGET, table: "nul\0" }, SIGNAL)).rejects.toThrow(ConnectorError);
  });
}

/** The contract of databases that provide documents. */
export function documentContract(
  open: () => Promise<TableWorld>,
  written: {
    readonly integer: string;
    readonly bytes: string;
    readonly literal: (hex: string) => string;
    readonly repeated: (hex: string, times: number) => string;
  },
): void {
  const { integer, bytes, literal, repeated } = written;

  function documentsOf(world: TableWorld, holds: "content" | "url", column: string): FileSource {
    const table = { table: "papers", keyColumn: "id", document: { column, holds } } as const;
    const source = world.connection.documents?.(table);
    if (!source) throw new TypeError("The connection provides no documents.");
    return source;
  }

  const ALL = { folders: [], patterns: [], recursive: true };

  test("rows are listed as files by their keys; rows without a document are skipped", async () => {
    await using world = await open();
    await world.select(`create table papers (id ${integer}, paper ${bytes}, address varchar(200))`);
    const rows = [`(7, ${literal("00ff10")}, null)`, `(9007199254740993, ${literal("41")}, null)`];
    await world.select(`insert into papers values ${rows.join(", ")}, (8, null, null)`);
    const source = documentsOf(world, "content", "paper");
    const paths: string[] = [];
    for await (const { path } of source.list(ALL, SIGNAL)) paths.push(path);
    expect(paths.toSorted()).toEqual(["7", "9007199254740993"]);
    expect(await bytesOf(source.read("7", SIGNAL))).toEqual(Buffer.from([0, 255, 16]));
    expect(await bytesOf(source.read("9007199254740993", SIGNAL))).toEqual(Buffer.from("A"));
    await expect(bytesOf(source.read("8", SIGNAL))).rejects.toThrow("The column holds no document.");
    await expect(bytesOf(source.read("77", SIGNAL))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a large document is read completely, and a long list to its end", async () => {
    await using world = await open();
    await world.select(`create table papers (id varchar(40) primary key, paper ${bytes})`);
    await world.select(`insert into papers values ('größer''s', ${repeated("414243", PART_AND_A_HALF)})`);
    await world.select(`create table digits (d ${integer})`);
    await world.select("insert into digits values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    await world.select(
      `insert into papers select concat(a.d, b.d, c.d, e.d), ${literal("41")}
        from digits a, digits b, digits c, digits e where a.d < 3`,
    );
    const source = documentsOf(world, "content", "paper");
    let count = 0;
    for await (const _ of source.list(ALL, SIGNAL)) count += 1;
    expect(count).toBe(3001);
    const large = await bytesOf(source.read("größer's", SIGNAL));
    expect(large.equals(Buffer.from("ABC".repeat(PART_AND_A_HALF)))).toBe(true);
  });

  test("documents by URL are fetched if the policy allows the URL", async () => {
    await using world = await open();
    await using server = await startApiServer(() => ({ body: "a document" }));
    await world.select(`create table papers (id ${integer}, address varchar(200))`);
    const rows = [`(1, '${server.url}/x')`, "(2, 'ftp://h/x')", "(3, 'http://10.0.0.1/x')"];
    await world.select(`insert into papers values ${rows.join(", ")}`);
    const source = documentsOf(world, "url", "address");
    expect(await bytesOf(source.read("1", SIGNAL))).toEqual(Buffer.from("a document"));
    await expect(bytesOf(source.read("2", SIGNAL))).rejects.toThrow("no http or https URL");
    await expect(bytesOf(source.read("3", SIGNAL))).rejects.toMatchObject({ code: "REFUSED_ADDRESS" });
  });
}

/** Multiplied by three. */
const PART_AND_A_HALF = 2 * 1024 * 1024;

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

function keyRules(open: () => Promise<TableWorld>): void {
  test("rows with one key are replaced together", async () => {
    await using world = await open();
    const { table } = world.connection;
    await table?.prepare(TARGET, SIGNAL);
    const rows = [1, 2, 3].map((pages) => ({ ...ROW, pages }));
    await table?.replace(rowsOf(TARGET, [...rows, { ...ROW, file_path: "other.pdf" }]), SIGNAL);
    await table?.replace(rowsOf(TARGET, rows.slice(0, 2)), SIGNAL);
    const found = await world.select("select file_path, pages from texts order by file_path, pages");
    expect(found).toEqual([
      [ROW.file_path, "1"],
      [ROW.file_path, "2"],
      ["other.pdf", "3"],
    ]);
  });
}

const PARENT: TableTarget = {
  table: "invoices",
  columns: [
    { name: "document_id", type: "id" },
    { name: "total", type: "number" },
    { name: "is_paid", type: "boolean" },
    { name: "due", type: "date" },
  ],
  key: ["document_id"],
  primaryKey: ["document_id"],
  create: true,
};

const CHILD: TableTarget = {
  table: "invoice_lines",
  columns: [
    { name: "document_id", type: "id" },
    { name: "position", type: "integer" },
    { name: "amount", type: "number" },
  ],
  key: ["document_id"],
  primaryKey: ["document_id", "position"],
  parent: PARENT.table,
  create: true,
};

const INVOICE = { document_id: "a", total: 1234.56, is_paid: true, due: "2026-02-28" };

/** An invoice with lines of these amounts. */
function invoiceOf(amounts: readonly number[], invoice: typeof INVOICE = INVOICE): readonly TableRows[] {
  const { document_id } = invoice;
  const lines = amounts.map((amount, index) => ({ document_id, position: index + 1, amount }));
  return [
    { target: PARENT, key: { document_id }, rows: [invoice] },
    { target: CHILD, key: { document_id }, rows: lines },
  ];
}

function parentRules(open: () => Promise<TableWorld>): void {
  test("rows are replaced with their children, which have typed columns and refer to them", async () => {
    await using world = await open();
    const { table } = world.connection;
    for (const target of [PARENT, CHILD, PARENT, CHILD]) await table?.prepare(target, SIGNAL);
    await table?.replace(invoiceOf([1000.5, 234.06]), SIGNAL);
    await table?.replace(invoiceOf([7], { ...INVOICE, document_id: "b" }), SIGNAL);
    const sums = `select p.document_id, count(*), sum(amount) + 0.5 from invoices p
      join invoice_lines l on l.document_id = p.document_id and is_paid and due < date '2026-03-01'
      group by p.document_id order by p.document_id`;
    const numbers = async (): Promise<unknown> =>
      (await world.select(sums)).map(([id, count, sum]) => [id, Number(count), Number(sum)]);
    expect(await numbers()).toEqual([
      ["a", 2, 1235.06],
      ["b", 1, 7.5],
    ]);
    await table?.replace(invoiceOf([3]), SIGNAL);
    await table?.replace(invoiceOf([], { ...INVOICE, document_id: "b" }), SIGNAL);
    expect(await numbers()).toEqual([["a", 1, 3.5]]);
    const orphan = "insert into invoice_lines (document_id, position, amount) values ('c', 1, 1)";
    await expect(world.select(orphan)).rejects.toThrow(/foreign key/iu);
  });

  test("a row whose children cannot be written is not written either", async () => {
    await using world = await open();
    const { table } = world.connection;
    for (const target of [PARENT, CHILD]) await table?.prepare(target, SIGNAL);
    await table?.replace(invoiceOf([1]), SIGNAL);
    const changed = invoiceOf([2], { ...INVOICE, total: 9 });
    const orphan = {
      target: CHILD,
      key: { document_id: "a" },
      rows: [{ document_id: "nobody", position: 1 }],
    };
    await expect(table?.replace([...changed, orphan], SIGNAL)).rejects.toThrow(ConnectorError);
    const [row] = await world.select("select total, amount from invoices, invoice_lines");
    expect(row?.map(Number)).toEqual([1234.56, 1]);
  });

  test("a table without the primary key is refused", async () => {
    await using world = await open();
    const { table } = world.connection;
    await table?.prepare({ ...TARGET, table: PARENT.table }, SIGNAL);
    await expect(table?.prepare(PARENT, SIGNAL)).rejects.toThrow(
      'exists without its primary key ("document_id")',
    );
  });
}

function partRules(open: () => Promise<TableWorld>): void {
  test("the parts of a document are replaced together, and children refer to their part", async () => {
    await using world = await open();
    const { table } = world.connection;
    const part = { name: "part", type: "integer" } as const;
    const parentKey = ["document_id", "part"];
    const parent = { ...PARENT, columns: [...PARENT.columns, part], primaryKey: parentKey };
    const columns = [...CHILD.columns, part];
    const child = { ...CHILD, columns, primaryKey: [...parentKey, "position"], parentKey };
    for (const target of [parent, child]) await table?.prepare(target, SIGNAL);
    const document = (parts: readonly number[]): readonly TableRows[] => {
      const key = { document_id: INVOICE.document_id };
      return [
        { target: parent, key, rows: parts.map((number) => ({ ...INVOICE, part: number })) },
        {
          target: child,
          key,
          rows: parts.map((number) => ({ ...key, part: number, position: 1, amount: 1 })),
        },
      ];
    };
    await table?.replace(document([1, 2, 3]), SIGNAL);
    await table?.replace(document([1, 2]), SIGNAL);
    const found = await world.select("select part, position from invoice_lines order by part");
    expect(found.map((row) => row.map(Number))).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const orphan = "insert into invoice_lines (document_id, part, position, amount) values ('a', 3, 1, 1)";
    await expect(world.select(orphan)).rejects.toThrow(/foreign key/iu);
  });
}
