import { expect, test } from "vitest";
import type { SourceFile } from "../../connectors/connector-ports.ts";
import { distinctFiles } from "./distinct-files.ts";

async function* named(names: Iterable<string>): AsyncGenerator<SourceFile> {
  for (const name of names) yield { path: name, name, bytes: undefined, modifiedAt: undefined };
}

test("a file that is listed again is yielded once", async () => {
  const files = await Array.fromAsync(distinctFiles(named(["a", "b", "a"])));
  expect(files.map(({ path }) => path)).toEqual(["a", "b"]);
});

test("a source that lists files without end is an error", async () => {
  function* endless(): Generator<string> {
    for (let k = 0; ; k += 1) yield `${k}.pdf`;
  }
  let count = 0;
  const counted = async (): Promise<void> => {
    for await (const _ of distinctFiles(named(endless()))) count += 1;
  };
  await expect(counted()).rejects.toMatchObject({
    code: "FAILED",
    message: "The source has more than 500000 files. Name its folders, or patterns of its files.",
  });
  expect(count).toBe(500_000);
});
