import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openKeyring, parseKeyring } from "./keyring.ts";

const KEY = randomBytes(32).toString("base64");

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "galley-keyring-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

test("a keyring is parsed in order", () => {
  const keyring = parseKeyring(`k2:${KEY}, k1:${KEY}`);
  expect(keyring?.map(({ id }) => id)).toEqual(["k2", "k1"]);
  expect(keyring?.[0].key).toEqual(Buffer.from(KEY, "base64"));
});

test.each(["", "k1", `k.1:${KEY}`, `k1:${KEY},`, `k1:${KEY},k1:${KEY}`, "k1:AAAA"])(
  "%j is not a keyring",
  (text) => {
    expect(parseKeyring(text)).toBeUndefined();
  },
);

test("a first start generates a key that only the owner can read; later ones find it", async () => {
  const first = await openKeyring({ dataDir, given: undefined, neededIds: [] });
  const file = join(dataDir, "secret-keys");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(parseKeyring(await readFile(file, "utf8"))).toEqual(first);
  expect(await openKeyring({ dataDir, given: undefined, neededIds: [first[0].id] })).toEqual(first);
});

test("concurrent starts on one folder have the same key", async () => {
  const opened = await Promise.all(
    [1, 2, 3].map(() => openKeyring({ dataDir, given: undefined, neededIds: [] })),
  );
  expect(new Set(opened.map(([{ id }]) => id)).size).toBe(1);
});

test("configured keys take precedence over those of the folder, and are not stored", async () => {
  const given = parseKeyring(`k1:${KEY}`);
  expect(await openKeyring({ dataDir, given, neededIds: ["k1"] })).toEqual(given);
  expect(await readdir(dataDir)).toEqual([]);
});

test("a missing key stops the start, which names it and writes nothing", async () => {
  const withoutAny = openKeyring({ dataDir, given: undefined, neededIds: ["k1", "k2"] });
  await expect(withoutAny).rejects.toThrow('the key "k1", "k2"');
  expect(await readdir(dataDir)).toEqual([]);
  const withOther = openKeyring({ dataDir, given: parseKeyring(`k2:${KEY}`), neededIds: ["k1", "k2"] });
  await expect(withOther).rejects.toThrow('the key "k1", which is not in GALLEY_SECRET_KEYS');
});

test("a damaged file stops the start and is not changed", async () => {
  const file = join(dataDir, "secret-keys");
  await writeFile(file, "k1:cut off");
  await expect(openKeyring({ dataDir, given: undefined, neededIds: [] })).rejects.toThrow("is damaged");
  expect(await readFile(file, "utf8")).toBe("k1:cut off");
});

test.skipIf(process.platform !== "linux")(
  "a folder on a file system that allows no folders is rejected",
  async () => {
    const opening = openKeyring({ dataDir: "/proc/galley", given: undefined, neededIds: [] });
    await expect(opening).rejects.toThrow("/proc/galley cannot be used (ENOENT). Set GALLEY_DATA_DIR to");
  },
);

test.skipIf(process.platform !== "linux")(
  "a folder that is not writable is named with its variable",
  async () => {
    const opening = openKeyring({ dataDir: "/sys/kernel", given: undefined, neededIds: [] });
    await expect(opening).rejects.toThrow(/\/sys\/kernel cannot be used \(E\w+\)\. Set GALLEY_DATA_DIR to/);
  },
);
