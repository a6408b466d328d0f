import { ConnectorError, type Connection } from "@galley/core/domain";
import { expect, test } from "vitest";
import { redactedError } from "./redacted.ts";
import { redactedConnection } from "./redacted-connection.ts";

const SETTINGS = { password: "correct horse" };
const QUERY = { folders: [], patterns: [], recursive: false };
const TARGET = { table: "texts", columns: [], key: [], create: false };
const { signal } = new AbortController();

/** A server that repeats in every response what was sent to it at login. */
function tellingConnection(): Connection {
  const fail = async (): Promise<never> => {
    throw new ConnectorError("FAILED", "no entry for correct horse");
  };
  const source = {
    async *list() {
      yield { path: "a.pdf", name: "a.pdf", bytes: 1, modifiedAt: undefined };
      await fail();
    },
    async *read() {
      yield new Uint8Array(1);
      await fail();
    },
    async *browse() {
      yield { kind: "file" as const, path: "a.pdf", name: "a.pdf", bytes: 1, modifiedAt: undefined };
      await fail();
    },
  };
  return {
    source,
    documents: () => source,
    sink: { write: fail },
    table: { prepare: fail, replace: fail },
    [Symbol.asyncDispose]: fail,
  };
}

async function drained(items: AsyncIterable<unknown> | undefined): Promise<void> {
  for await (const _ of items ?? []) continue;
}

test.each<[string, (connection: Connection) => Promise<unknown>]>([
  ["lists", ({ source }) => drained(source?.list(QUERY, signal))],
  ["browses", ({ source }) => drained(source?.browse("", signal))],
  ["reads", ({ source }) => drained(source?.read("a.pdf", signal))],
  [
    "reads rows",
    ({ documents }) => {
      const place = { table: "t", keyColumn: "k", document: { column: "c", holds: "content" } } as const;
      return drained(documents?.(place).read("1", signal));
    },
  ],
  ["writes a file", async ({ sink }) => sink?.write("a.txt", (async function* () {})(), signal)],
  ["prepares a table", async ({ table }) => table?.prepare(TARGET, signal)],
  ["writes rows", async ({ table }) => table?.replace([{ target: TARGET, key: {}, rows: [] }], signal)],
  ["closes", async (connection) => connection[Symbol.asyncDispose]()],
])("secrets are redacted for a caller who %s", async (_, work) => {
  const connection = redactedConnection(tellingConnection(), (error) => redactedError(error, SETTINGS));
  await expect(work(connection)).rejects.toMatchObject({ message: "no entry for [redacted]" });
});

test("a redacted connection has the same capabilities", () => {
  const connection: Connection = { [Symbol.asyncDispose]: async () => undefined };
  expect(Object.keys(redactedConnection(connection, (error) => error))).toEqual([]);
});
