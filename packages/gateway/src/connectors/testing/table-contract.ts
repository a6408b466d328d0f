import { ConnectorError, type Connection, type TableTarget } from "@galley/core/domain";
import { expect, test } from "vitest";

/** A connection to an empty database, and what its own client reads back. */
export interface TableWorld extends AsyncDisposable {
  readonly connection: Connection;
  /** One more connection to the same. */
  another(): Promise<Connection>;
  /** Rows of a statement, each as text. */
  select(statement: string): Promise<readonly (readonly (string | null)[])[]>;
  /** A name between the quotes of the database. */
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

/** What every database does that takes results. */
export function tableContract(open: () => Promise<TableWorld>): void {
  test("a table is made, and a row with the same key is written over", async () => {
    await using world = await open();
    const { table } = world.connection;
    await table?.prepare(TARGET, SIGNAL);
    await table?.prepare(TARGET, SIGNAL);
    await table?.upsert(TARGET, [ROW, { ...ROW, file_path: "other.pdf", text: null }], SIGNAL);
    await table?.upsert(TARGET, [{ ...ROW, pages: 4 }], SIGNAL);
    const rows = await world.select("select file_path, text, pages from texts order by file_path");
    expect(rows).toEqual([
      [ROW.file_path, ROW.text, "4"],
      ["other.pdf", null, "3"],
    ]);
    const [found] = await world.select("select metadata from texts where pages = 4");
    expect(JSON.parse(found?.[0] ?? "")).toEqual({ mode: "form" });
  });

  test("columns that are missing are added", async () => {
    await using world = await open();
    const { table } = world.connection;
    await table?.prepare({ ...TARGET, columns: TARGET.columns.slice(0, 3) }, SIGNAL);
    await table?.prepare(TARGET, SIGNAL);
    await table?.upsert(TARGET, [ROW], SIGNAL);
    expect(await world.select("select pages from texts")).toEqual([["3"]]);
  });

  test("those who write at the same time make a table, and its columns, once", async () => {
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
          await againWhilePassing(async () => table?.upsert(target, rows.slice(index, index + 1), SIGNAL));
        }),
      );
    };
    await write(TARGET.columns.slice(0, 3));
    await write(TARGET.columns);
    expect(await world.select("select count(*) from texts")).toEqual([["4"]]);
  });

  test("what is missing and not to be made is told", async () => {
    await using world = await open();
    const { table } = world.connection;
    const given = { ...TARGET, create: false };
    await expect(table?.prepare(given, SIGNAL)).rejects.toThrow('There is no table "texts"');
    await table?.prepare({ ...TARGET, columns: TARGET.columns.slice(0, 3) }, SIGNAL);
    await expect(table?.prepare(given, SIGNAL)).rejects.toThrow('lacks "pages", "metadata", "processed_at"');
  });

  hardCases(open);
}

/** As a run does it. */
async function againWhilePassing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code !== "UNREACHABLE") throw error;
    await againWhilePassing(work);
  }
}

/** What must not break it. */
function hardCases(open: () => Promise<TableWorld>): void {
  test("rows are written together or not at all", async () => {
    await using world = await open();
    const { table } = world.connection;
    await table?.prepare(TARGET, SIGNAL);
    const rows = [
      ROW,
      { ...ROW, file_path: "b.pdf", metadata: "no JSON {", pages: 1 },
      { ...ROW, file_path: "c", pages: Number.NaN },
    ];
    await expect(table?.upsert(TARGET, rows, SIGNAL)).rejects.toThrow(ConnectorError);
    expect(await world.select("select pages from texts")).toEqual([]);
    await table?.upsert(TARGET, [ROW], SIGNAL);
    expect(await world.select("select pages from texts")).toEqual([["3"]]);
  });

  test("names are names, whatever they hold", async () => {
    await using world = await open();
    const { table } = world.connection;
    const odd = `a"b\`c]; drop table texts`;
    const target = {
      ...TARGET,
      table: odd.replaceAll(".", ""),
      columns: [...TARGET.columns, { name: odd, type: "text" } as const],
    };
    await table?.prepare(target, SIGNAL);
    await table?.upsert(target, [{ ...ROW, [odd]: "x" }], SIGNAL);
    const statement = `select ${world.quoted(odd)} from ${world.quoted(odd)}`;
    expect(await world.select(statement)).toEqual([["x"]]);
    await expect(table?.prepare({ ...TARGET, table: "nul\0" }, SIGNAL)).rejects.toThrow(ConnectorError);
  });
}
