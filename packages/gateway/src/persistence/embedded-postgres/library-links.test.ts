import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linkLibraries } from "./library-links.ts";

test("links that the install script of the package has not created are created, once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-links-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "native/lib"), { recursive: true });
  await writeFile(join(folder, "native/lib/libpq.so.5.18"), "library");
  const links = ["libpq.so", "libpq.so.5"].map((name) => ({
    source: "native/lib/libpq.so.5.18",
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, "native/pg-symlinks.json"), JSON.stringify(links));

  await Promise.all([linkLibraries(folder), linkLibraries(folder)]);
  await linkLibraries(folder);

  expect(await readlink(join(folder, "native/lib/libpq.so"))).toBe("libpq.so.5.18");
  expect(await readFile(join(folder, "native/lib/libpq.so.5"), "utf8")).toBe("library");
});
