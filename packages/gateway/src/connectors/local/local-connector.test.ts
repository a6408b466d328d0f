import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileQuery } from "@galley/core/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenConnector } from "../connector-definition.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { localConnector } from "./local-connector.ts";

const SIGNAL = new AbortController().signal;

let root: string;
let outside: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "galley-local-")));
  outside = await realpath(await mkdtemp(join(tmpdir(), "galley-outside-")));
  await writeFile(join(outside, "secret.txt"), "secret");
});
afterAll(async () => {
  for (const folder of [root, outside]) await rm(folder, { recursive: true, force: true });
});

function connected(path: string, localRoots: readonly string[] = [root]): Promise<OpenConnector> {
  return localConnector.open({ path }, { ...loopbackDependencies(), localRoots }, { signal: SIGNAL });
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function textOf({ source }: OpenConnector, path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source?.read(path, SIGNAL) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function namesOf({ source }: OpenConnector, query: FileQuery): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of source?.list(query, SIGNAL) ?? []) names.push(name);
  return names;
}

let worlds = 0;
fileStoreContract(async () => {
  worlds += 1;
  const folder = `world-${worlds}`;
  await mkdir(join(root, folder));
  const connection = await connected(root);
  return { connection, folder, [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose]() };
});

test("by default, no folder is open to connectors", async () => {
  await expect(connected(root, [])).rejects.toThrow("GALLEY_LOCAL_ROOTS");
});

test("a path outside the open folders gets the same error as a missing one", async () => {
  await symlink(outside, join(root, "leads-out"));
  const message = "The path is not a folder that is open to connectors.";
  for (const path of [
    outside,
    `${root}/../`,
    join(root, "leads-out"),
    `${root}-beside`,
    "relative",
    "/none",
  ]) {
    await expect(connected(path)).rejects.toThrow(message);
  }
});

test("links within the folder are not listed, read or written through", async () => {
  const folder = join(root, "links");
  await mkdir(folder);
  await symlink(outside, join(folder, "folder"));
  await symlink(join(outside, "secret.txt"), join(folder, "file.txt"));
  const connection = await connected(folder);
  const query = { folders: [], patterns: [], recursive: true };
  expect(await namesOf(connection, query)).toEqual([]);
  const listed = namesOf(connection, { ...query, folders: ["folder"] });
  await expect(listed).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  await expect(textOf(connection, "file.txt")).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  await expect(textOf(connection, "folder/secret.txt")).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  await expect(connection.sink?.write("folder/new.txt", bytes("x"), SIGNAL)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
  });
  await connection.sink?.write("file.txt", bytes("own"), SIGNAL);
  expect(await textOf(connection, "file.txt")).toBe("own");
  expect(await readdir(outside)).toEqual(["secret.txt"]);
});

test("files whose names are not UTF-8 are listed and cannot be read", async () => {
  const folder = join(root, "latin-1");
  await mkdir(folder);
  await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from("caf\xe9.txt", "latin1")]), "x");
  await mkdir(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from("b\xfccher", "latin1")]));
  const connection = await connected(folder);
  const names = await namesOf(connection, { folders: [], patterns: [], recursive: true });
  expect(names.toSorted()).toEqual(["b\uFFFDcher", "caf\uFFFD.txt"]);
  for (const name of names) {
    await expect(textOf(connection, name)).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "The name is not valid UTF-8, so it cannot be read. Rename the file or folder.",
    });
  }
});

test("a path that the file system rejects is a permanent error", async () => {
  const folder = join(root, "rejected");
  await mkdir(join(folder, "taken.txt"), { recursive: true });
  const { sink } = await connected(folder);
  await expect(sink?.write("é".repeat(200), bytes("x"), SIGNAL)).rejects.toMatchObject({
    code: "FAILED",
    message: "The path is too long for the file system.",
  });
  await expect(sink?.write("taken.txt", bytes("x"), SIGNAL)).rejects.toMatchObject({
    code: "FAILED",
    message: "There is a folder with the name of the file.",
  });
  expect(await readdir(folder)).toEqual(["taken.txt"]);
});
