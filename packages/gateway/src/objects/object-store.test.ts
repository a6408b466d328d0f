import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError, type ObjectStore } from "@galley/core/domain";
import { objectStoreContract } from "@galley/core/testing";
import { startFauxqs, type FauxqsServer } from "fauxqs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createFolderStore } from "./folder-store.ts";
import { createFreeSpace, keepingRoom, type FreeSpace } from "./free-space.ts";
import { createS3Store } from "./s3-store.ts";

const MEGABYTE = 1024 * 1024;

/** A store, and direct access to its content. */
interface World extends AsyncDisposable {
  readonly store: ObjectStore;
  /** All stored objects, including unfinished ones. */
  leftovers(): Promise<readonly string[]>;
}

async function folderWorld(): Promise<World> {
  const root = await mkdtemp(join(tmpdir(), "galley-objects-"));
  return {
    store: await createFolderStore(root),
    leftovers: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}

const s3: { server?: FauxqsServer } = {};

/** A new bucket on an S3-compatible server. */
async function s3World(): Promise<World> {
  const { server } = s3;
  if (!server) throw new Error("The S3 server is not running.");
  const bucket = `bucket-${crypto.randomUUID()}`;
  server.createBucket(bucket);
  const endpoint = `http://127.0.0.1:${server.port}`;
  const store = createS3Store({ bucket, prefix: "some/place/", endpoint, region: "us-east-1" });
  return {
    store,
    leftovers: async () => {
      const listing = await (await fetch(`${endpoint}/${bucket}?list-type=2`)).text();
      const keys = [...listing.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key ?? "");
      if (keys.length > 0) return keys;
      // This server does not list unfinished uploads, but refuses to delete a bucket that has any.
      const removal = await fetch(`${endpoint}/${bucket}`, { method: "DELETE" });
      return removal.ok ? [] : [await removal.text()];
    },
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
    },
  };
}

beforeAll(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  s3.server = await startFauxqs({ port: 0, logger: false });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3.server?.stop();
});

async function* chunks(count: number, failure?: Error): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) yield new Uint8Array(MEGABYTE).fill(index);
  if (failure) throw failure;
}

async function readBack(store: ObjectStore, key: string): Promise<Buffer> {
  await using file = await store.openFile(key);
  return await readFile(file.path);
}

const worlds = [
  ["a folder", folderWorld],
  ["an S3 bucket", s3World],
] as const;

for (const [name, createWorld] of worlds) {
  objectStoreContract(`in ${name}`, async () => {
    const world = await createWorld();
    return { objects: world.store, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  });
}

describe.each(worlds)("%s", (_name, createWorld) => {
  test.each([1, 20])("an object of %i MB is read as it was written", async (megabytes) => {
    await using world = await createWorld();
    await world.store.write("documents/one", chunks(megabytes));
    const bytes = await readBack(world.store, "documents/one");
    expect(bytes.length).toBe(megabytes * MEGABYTE);
    expect(bytes.at(-1)).toBe(megabytes - 1);
  });

  test("an empty object is stored", async () => {
    await using world = await createWorld();
    await world.store.write("documents/empty", chunks(0));
    expect((await readBack(world.store, "documents/empty")).length).toBe(0);
  });

  test.each([1, 20])(
    "a write whose content breaks off after %i MB leaves nothing behind",
    async (megabytes) => {
      await using world = await createWorld();
      const failure = new DomainError("TOO_LARGE", "too large");
      await expect(world.store.write("documents/broken", chunks(megabytes, failure))).rejects.toBe(failure);
      expect(await world.leftovers()).toEqual([]);
    },
  );

  test("an object that is written again is replaced", async () => {
    await using world = await createWorld();
    await world.store.write("documents/one", chunks(2));
    await world.store.write("documents/one", chunks(1));
    expect((await readBack(world.store, "documents/one")).length).toBe(MEGABYTE);
  });

  test.each(["../outside", "documents/../../outside", "/etc/passwd", "documents", "documents/a b", ""])(
    "the key %j is rejected",
    async (key) => {
      await using world = await createWorld();
      await expect(async () => world.store.write(key, chunks(1))).rejects.toThrow(TypeError);
      await expect(async () => world.store.openFile(key)).rejects.toThrow(TypeError);
      await expect(async () => world.store.remove(key)).rejects.toThrow(TypeError);
    },
  );
});

test("an object of a bucket is a local file until it is disposed", async () => {
  await using world = await s3World();
  await world.store.write("documents/one", chunks(1));
  const file = await world.store.openFile("documents/one");
  expect((await stat(file.path)).size).toBe(MEGABYTE);
  await file[Symbol.asyncDispose]();
  await expect(stat(file.path)).rejects.toThrow("ENOENT");
});

test("a bucket whose server is down is unavailable", async () => {
  const store = createS3Store({
    bucket: "bucket",
    prefix: "",
    endpoint: "http://127.0.0.1:1",
    region: "us-east-1",
  });
  await expect(store.write("documents/one", chunks(1))).rejects.toMatchObject({ code: "UNAVAILABLE" });
});

test.skipIf(process.platform !== "linux")(
  "a folder on a file system that allows no folders is rejected",
  async () => {
    const opening = createFolderStore("/proc/galley/objects");
    await expect(opening).rejects.toThrow(
      "cannot be used (ENOENT). Set GALLEY_OBJECTS or GALLEY_DATA_DIR to",
    );
  },
);

test.skipIf(process.platform !== "linux")(
  "a folder that is not writable is rejected at the start",
  async () => {
    const opening = createFolderStore("/sys");
    await expect(opening).rejects.toThrow(
      /\/sys.* cannot be used \(E\w+\)\. Set GALLEY_OBJECTS or GALLEY_DATA_DIR to/,
    );
  },
);

test("nothing is written if there is less free space than the minimum", async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-test-"));
  const plenty = createFreeSpace([{ folder, holds: "documents" }], 1);
  const little = createFreeSpace([{ folder, holds: "documents" }], 2 ** 40);
  const store = await createFolderStore(folder);
  const write = (room: FreeSpace, key: string): Promise<void> =>
    keepingRoom(store, room).write(key, chunks(1));
  await write(plenty, "documents/first");
  await expect(write(little, "documents/second")).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringMatching(/less than \d+ MB are free for documents/),
  });
  await using kept = await keepingRoom(store, little).openFile("documents/first");
  expect(kept.path).toContain(folder);
  await expect(store.openFile("documents/second")).rejects.toThrow("ENOENT");
  await rm(folder, { recursive: true });
});
