import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSoffice } from "./soffice.ts";

const DOCUMENT = { bytes: Buffer.from("PK"), extension: "docx", password: "" };

/** A program with the arguments of soffice. */
async function program(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "galley-soffice-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "soffice");
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const CONVERTING = `
for last; do :; done
while [ "$1" != "--outdir" ]; do
  case "$1" in -env:UserInstallation=file://*) profile="\${1#-env:UserInstallation=file://}" ;; esac
  shift
done
grep -q DisableMacrosExecution "$profile/user/registrymodifications.xcu" || exit 3
printf '%%PDF-1.7 of ' > "$2/document.pdf"
cat "$last" >> "$2/document.pdf"`;

test("the document is converted with a profile that runs no macros, and nothing is left behind", async () => {
  const before = await leftBehind();
  const convert = createSoffice({ program: await program(CONVERTING), timeoutMs: 10_000 });
  const results = await Promise.all([convert(DOCUMENT, never()), convert(DOCUMENT, never())]);
  expect(results.map((pdf) => Buffer.from(pdf).toString())).toEqual(["%PDF-1.7 of PK", "%PDF-1.7 of PK"]);
  expect(await leftBehind()).toEqual(before);
});

test.each([
  ["an exit code", "exit 77", /exit code 77/],
  ["no PDF", "exit 0", /ENOENT/],
  ["nothing in time", "sleep 60", /did not finish in time/],
])("%s is an error, and the next document is converted", async (_, script, message) => {
  const convert = createSoffice({ program: await program(script), timeoutMs: 1000 });
  await expect(convert(DOCUMENT, never())).rejects.toThrow(message);
  await expect(convert(DOCUMENT, never())).rejects.toThrow(message);
});

test("a program that does not exist is an error", async () => {
  const convert = createSoffice({ program: "/no/such/soffice", timeoutMs: 1000 });
  await expect(convert(DOCUMENT, never())).rejects.toThrow("ENOENT");
});

function never(): AbortSignal {
  return new AbortController().signal;
}

async function leftBehind(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith("galley-office-"));
}
