import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { MikroORM } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rowsOf, unread } from "../../prepared-statements.ts";
import { openOrm } from "../open-orm.ts";
import { loopbackUrl } from "../testing/loopback-url.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { inTransaction } from "./transaction.ts";

const LASTING = { flushes: true };
const INSERT = unread("insert into line (words) values ($1)");
const COUNT = "select count(*)::integer as count from line";

let opened: AsyncDisposableStack;
let orm: MikroORM;
let link: CountingLink;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  link = opened.use(await countRoundTrips(url));
  orm = opened.adopt(openOrm(link.url, pino({ level: "silent" })), (open) => open.close());
  await orm.em.fork().execute("create table line (words text unique)");
});
afterEach(() => opened.disposeAsync());

const insert = (words: string): Promise<void> =>
  inTransaction(orm, LASTING, async (em) => void (await rowsOf(em, INSERT, [words])));

async function count(): Promise<number | undefined> {
  const [row] = await orm.em.fork().execute<{ count: number }[]>(COUNT);
  return row?.count;
}

test("statements that nobody reads travel with the next one that is read, or with the end", async () => {
  const before = link.roundTrips();
  await inTransaction(orm, { flushes: false }, async (em, { notify }) => {
    await rowsOf(em, INSERT, ["a"]);
    expect(await rowsOf(em, COUNT, [])).toEqual([{ count: 1 }]);
    await rowsOf(em, INSERT, ["b"]);
    await rowsOf(em, INSERT, ["c"]);
    notify("channel", "a");
    notify("channel", "b");
  });
  expect(link.roundTrips() - before).toBe(2);
  expect(await count()).toBe(3);
});

test("values that are sent with other statements are stored as they are", async () => {
  await orm.em.fork().execute("create table value (number integer, words text, bytes bytea, at timestamptz)");
  const at = new Date("2026-01-02T03:04:05.678Z");
  const large = "ä€😀".repeat(10_000);
  const rows = [
    [1, large, new Uint8Array([0, 1, 255]).subarray(1), at],
    [null, "", Buffer.alloc(0), null],
  ];
  const stored = await inTransaction(orm, LASTING, async (em) => {
    for (const row of rows) await rowsOf(em, unread("insert into value values ($1, $2, $3, $4)"), row);
    return rowsOf<{ number: number | null }>(em, "select * from value", []);
  });
  expect(stored).toEqual([
    { number: 1, words: large, bytes: Buffer.from([1, 255]), at: expect.stringContaining("05.678") },
    { number: null, words: "", bytes: Buffer.alloc(0), at: null },
  ]);
});

test("calls are made after the commit, and not after a rollback", async () => {
  const seen: Promise<number | undefined>[] = [];
  await inTransaction(orm, LASTING, async (em, { call }) => {
    call(() => void seen.push(count()));
    await rowsOf(em, INSERT, ["a"]);
    expect(seen).toEqual([]);
  });
  expect(await Promise.all(seen)).toEqual([1]);
  const failed = inTransaction(orm, LASTING, async (_, { call }) => {
    call(() => void seen.push(count()));
    throw new Error("broken off");
  });
  await expect(failed).rejects.toThrow("broken off");
  expect(seen).toHaveLength(1);
});

test("outside a transaction, a statement that nobody reads is sent at once", async () => {
  await rowsOf(orm.em.fork(), INSERT, ["a"]);
  expect(await count()).toBe(1);
});

test("if a statement that nobody reads fails, the transaction fails and the connection stays usable", async () => {
  await insert("a");
  for (const words of ["a", "b"]) {
    const transaction = inTransaction(orm, LASTING, async (em, { notify }) => {
      await rowsOf(em, INSERT, [words]);
      await rowsOf(em, INSERT, ["a"]);
      // Prepared for the first time, by a server that skips it.
      await rowsOf(em, unread("insert into line (words) values ($1 || '!')"), [words]);
      notify("channel", "a");
    });
    await expect(transaction).rejects.toThrow("duplicate key");
  }
  await inTransaction(orm, LASTING, async (em) => {
    await rowsOf(em, unread("insert into line (words) values ($1 || '!')"), ["a"]);
  });
  expect(await count()).toBe(2);
});

test("work that fails undoes what was not sent yet, and what was", async () => {
  const failed = (read: boolean): Promise<void> =>
    inTransaction(orm, LASTING, async (em) => {
      await rowsOf(em, INSERT, ["a"]);
      if (read) await rowsOf(em, COUNT, []);
      throw new Error("broken off");
    });
  const before = link.roundTrips();
  await expect(failed(false)).rejects.toThrow("broken off");
  expect(link.roundTrips()).toBe(before);
  await expect(failed(true)).rejects.toThrow("broken off");
  expect(await count()).toBe(0);
  await insert("a");
  expect(await count()).toBe(1);
});

test("concurrent statements of a transaction are executed in order", async () => {
  await inTransaction(orm, LASTING, async (em) => {
    const counts = await Promise.all(
      ["a", "b", "c"].flatMap((words) => [rowsOf(em, INSERT, [words]), rowsOf(em, COUNT, [])]),
    );
    expect(counts.filter((rows) => rows.length > 0)).toEqual([
      [{ count: 1 }],
      [{ count: 2 }],
      [{ count: 3 }],
    ]);
  });
  expect(await count()).toBe(3);
});

interface CountingLink extends AsyncDisposable {
  readonly url: string;
  /** How often a client has waited for the database: Sync messages and simple queries. */
  roundTrips(): number;
}

async function countRoundTrips(databaseUrl: string): Promise<CountingLink> {
  const target = loopbackUrl(databaseUrl);
  const sockets = new Set<Socket>();
  let roundTrips = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const types = messageTypes();
    client.on("data", (chunk: Buffer) => {
      roundTrips += types(chunk).filter((type) => type === "S" || type === "Q").length;
    });
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = loopbackUrl(databaseUrl);
  url.port = String(portOf(server.address()));
  return {
    url: url.href,
    roundTrips: () => roundTrips,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new TypeError("The server has no port.");
  return address.port;
}

/** The types of the messages in the chunks of one client. The first message has none. */
function messageTypes(): (chunk: Buffer) => readonly string[] {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const types: string[] = [];
    for (;;) {
      const typeLength = isFirst ? 0 : 1;
      if (rest.length < typeLength + 4) return types;
      const length = typeLength + rest.readInt32BE(typeLength);
      if (rest.length < length) return types;
      if (!isFirst) types.push(rest.toString("latin1", 0, 1));
      isFirst = false;
      rest = rest.subarray(length);
    }
  };
}
