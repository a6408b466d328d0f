import {
  ConnectorError,
  type Connection,
  type FileQuery,
  type SourceFile,
  type StoreEntry,
} from "@galley/core/domain";
import { expect, test } from "vitest";

/** A connection to an empty store, and the folder in which a test may write. */
export interface FileStoreWorld extends AsyncDisposable {
  readonly connection: Connection;
  readonly folder: string;
}

const SIGNAL = new AbortController().signal;
const EVERYTHING: FileQuery = { folders: [], patterns: [], recursive: true };

async function* bytes(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function textOf({ source }: Connection, path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source?.read(path, SIGNAL) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function listed({ source }: Connection, query: FileQuery): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const file of source?.list(query, SIGNAL) ?? []) files.push(file);
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function put(world: FileStoreWorld, path: string, ...parts: readonly string[]): Promise<void> {
  await world.connection.sink?.write(path, bytes(...parts), SIGNAL);
}

/** The contract of file stores that can be read and written. */
export function fileStoreContract(open: () => Promise<FileStoreWorld>): void {
  test("a written file can be read", async () => {
    await using world = await open();
    const path = `${world.folder}/a folder/ein Übersicht 文書.txt`;
    await put(world, path, "one ", "two");
    expect(await textOf(world.connection, path)).toBe("one two");
    await put(world, path, "other");
    expect(await textOf(world.connection, path)).toBe("other");
  });

  test("an empty file is a file", async () => {
    await using world = await open();
    await put(world, `${world.folder}/empty.txt`);
    expect(await textOf(world.connection, `${world.folder}/empty.txt`)).toBe("");
    expect(await listed(world.connection, { ...EVERYTHING, folders: [world.folder] })).toMatchObject([
      { bytes: 0 },
    ]);
  });

  test("a listing has the files of a folder, or of all folders below it", async () => {
    await using world = await open();
    for (const name of ["b.pdf", "a.PDF", "notes.txt", "below/c.pdf"])
      await put(world, `${world.folder}/${name}`, name);
    const query = { folders: [world.folder], patterns: ["*.pdf"], recursive: false };
    const names = async (asked: FileQuery): Promise<readonly string[]> =>
      (await listed(world.connection, asked)).map(({ path }) => path.slice(world.folder.length + 1));
    expect(await names(query)).toEqual(["a.PDF", "b.pdf"]);
    expect(await names({ ...query, recursive: true })).toEqual(["a.PDF", "b.pdf", "below/c.pdf"]);
    expect(await names({ ...query, patterns: ["*.txt", "b.*"] })).toEqual(["b.pdf", "notes.txt"]);
    const [file] = await listed(world.connection, { ...query, patterns: ["b.pdf"] });
    expect(file).toMatchObject({ name: "b.pdf", path: `${world.folder}/b.pdf`, bytes: 5 });
  });

  test("a folder is browsed with its folders and files", async () => {
    await using world = await open();
    for (const name of ["b.pdf", "notes.txt", "below/c.pdf", "below/deep/d.pdf"])
      await put(world, `${world.folder}/${name}`, name);
    const { source } = world.connection;
    const browsed = async (folder: string): Promise<readonly StoreEntry[]> => {
      const entries: StoreEntry[] = [];
      for await (const entry of source?.browse(folder, SIGNAL) ?? []) entries.push(entry);
      return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    };
    expect(await browsed(world.folder)).toMatchObject([
      { kind: "file", name: "b.pdf", path: `${world.folder}/b.pdf`, bytes: 5 },
      { kind: "folder", name: "below", path: `${world.folder}/below` },
      { kind: "file", name: "notes.txt" },
    ]);
    expect(await browsed(`/${world.folder}/below/`)).toMatchObject([
      { kind: "file", path: `${world.folder}/below/c.pdf` },
      { kind: "folder", path: `${world.folder}/below/deep` },
    ]);
    const [top = ""] = world.folder.split("/");
    expect(await browsed("")).toContainEqual(expect.objectContaining({ kind: "folder", path: top }));
    await expect(browsed(`${world.folder}/../..`)).rejects.toThrow(ConnectorError);
  });

  refusals(open);
}

/** Failures, which leave nothing behind. */
function refusals(open: () => Promise<FileStoreWorld>): void {
  test("a write whose content breaks off leaves no file behind", async () => {
    await using world = await open();
    const path = `${world.folder}/broken.txt`;
    await put(world, `${world.folder}/whole.txt`, "whole");
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1024);
      throw new Error("the content broke off");
    }
    await expect(world.connection.sink?.write(path, broken(), SIGNAL)).rejects.toThrow(
      "the content broke off",
    );
    const files = await listed(world.connection, { ...EVERYTHING, folders: [world.folder] });
    expect(files.map(({ name }) => name)).toEqual(["whole.txt"]);
  });

  test.each(["../outside.txt", "a/../../outside.txt", "a//b.txt", "nul\0.txt"])(
    "the path %j is rejected",
    async (path) => {
      await using world = await open();
      const written = `${world.folder}/${path}`;
      await expect(world.connection.sink?.write(written, bytes("x"), SIGNAL)).rejects.toThrow(ConnectorError);
      await expect(textOf(world.connection, written)).rejects.toThrow(ConnectorError);
    },
  );

  test("a missing file is reported", async () => {
    await using world = await open();
    await expect(textOf(world.connection, `${world.folder}/missing.txt`)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
}
