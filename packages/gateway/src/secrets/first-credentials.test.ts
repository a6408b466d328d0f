import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Access, FirstCredentials } from "@galley/core/domain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureFirstCredentials } from "./first-credentials.ts";

/** An organization that stores the secrets it was created with. */
function createFakeAccess(): Pick<Access, "holds" | "createFirst"> & {
  readonly created: FirstCredentials[];
} {
  const created: FirstCredentials[] = [];
  return {
    created,
    holds: async ({ extractionKey, accessToken }) =>
      created.some((first) => first.extractionKey === extractionKey || first.accessToken === accessToken),
    async createFirst(credentials) {
      if (created.length > 0) return "exists";
      created.push(credentials);
      return "created";
    },
  };
}

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "galley-secrets-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const nothingGiven = () => ({
  dataDir,
  organization: "default",
  managerEmail: "manager@localhost",
  extractionKey: undefined,
  accessToken: undefined,
});

test("a first start generates both secrets in files that only the owner can read", async () => {
  const access = createFakeAccess();
  const report = await ensureFirstCredentials(access, nothingGiven());

  const [first] = access.created;
  expect(report).toEqual({
    extractionKey: { kind: "new", secret: first?.extractionKey },
    accessToken: { kind: "new", secret: first?.accessToken },
  });
  expect(first?.extractionKey).toMatch(/^galley_[\w-]{32}$/);
  expect(first?.accessToken).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect(await readFile(join(dataDir, "extraction-key"), "utf8")).toBe(`${first?.extractionKey}\n`);
  for (const file of ["extraction-key", "access-token"]) {
    expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
  }
});

test("a later start says where the secrets are stored", async () => {
  const access = createFakeAccess();
  await ensureFirstCredentials(access, nothingGiven());
  expect(await ensureFirstCredentials(access, nothingGiven())).toEqual({
    extractionKey: { kind: "file", path: join(dataDir, "extraction-key") },
    accessToken: { kind: "file", path: join(dataDir, "access-token") },
  });
});

test("configured secrets are used, and neither stored nor printed", async () => {
  const access = createFakeAccess();
  const given = { ...nothingGiven(), extractionKey: "k".repeat(16), accessToken: "t".repeat(16) };
  const report = await ensureFirstCredentials(access, given);
  expect(access.created).toMatchObject([
    { extractionKey: given.extractionKey, accessToken: given.accessToken },
  ]);
  expect(report).toEqual({
    extractionKey: { kind: "variable", name: "GALLEY_SERVICE_KEY" },
    accessToken: { kind: "variable", name: "GALLEY_ACCESS_TOKEN" },
  });
  await expect(stat(join(dataDir, "extraction-key"))).rejects.toThrow("ENOENT");
});

test("a start after one that was interrupted uses the secrets it stored", async () => {
  await writeFile(join(dataDir, "extraction-key"), "galley_kept_before\n");
  const access = createFakeAccess();
  const report = await ensureFirstCredentials(access, nothingGiven());
  expect(report.extractionKey).toEqual({ kind: "new", secret: "galley_kept_before" });
});

test("a new data folder for an old database stores no invalid secret", async () => {
  const access = createFakeAccess();
  await access.createFirst({
    organization: "default",
    managerEmail: "manager@localhost",
    extractionKey: "other",
    accessToken: "other",
  });
  expect(await ensureFirstCredentials(access, nothingGiven())).toEqual({
    extractionKey: { kind: "unknown" },
    accessToken: { kind: "unknown" },
  });
  await expect(stat(join(dataDir, "extraction-key"))).rejects.toThrow("ENOENT");
});

test("concurrent starts on one folder all know the valid secrets", async () => {
  const access = createFakeAccess();
  const reports = await Promise.all([1, 2, 3].map(() => ensureFirstCredentials(access, nothingGiven())));
  const [first] = access.created;
  expect(await readFile(join(dataDir, "extraction-key"), "utf8")).toBe(`${first?.extractionKey}\n`);
  expect(reports.map(({ extractionKey }) => extractionKey.kind)).not.toContain("unknown");
});
