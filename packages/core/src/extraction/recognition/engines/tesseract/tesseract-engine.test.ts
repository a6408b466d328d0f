import { spawnSync } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExtractor } from "../../../create-extractor.ts";
import { extractText } from "../../../extract-text.ts";
import {
  asPdf,
  asPng,
  ITEMS_OF_RECEIPT,
  linesOfType,
  printedReceipt,
  scanned,
} from "../../testing/printed.ts";
import { engineContract } from "../../testing/engine-contract.ts";
import { createTesseractEngine, type DisposableEngine } from "./tesseract-engine.ts";

const isInstalled = spawnSync("tesseract", ["--version"]).status === 0;

let folder: string;
let scan: Uint8Array;
const started: DisposableEngine[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-test-"));
  scan = asPdf([await scanned(linesOfType(["Invoice 4711 of March"]))]);
});
afterAll(async () => {
  for (const engine of started) await engine[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe.runIf(isInstalled)("an installed Tesseract", () => {
  engineContract("tesseract", async () => {
    const engine = await createTesseractEngine();
    started.push(engine);
    return { engine, model: /^tesseract 5\.\d+.*, eng$/ };
  });

  test("keeps its process over pages", async () => {
    const log = join(folder, "starts");
    const program = await programOf(`echo "$*" >> ${log}; exec tesseract "$@"`);
    const engine = await createTesseractEngine({ program });
    started.push(engine);
    await using extractor = createExtractor({ threads: 1, engines: { tesseract: engine } });
    const two = asPdf([await scanned(linesOfType(["Page one"])), await scanned(linesOfType(["Page two"]))]);
    const { text } = await extractor.extract(two, { ocrEngine: "tesseract", mode: "low_cost" });
    expect(text).toMatch(/Page one[^]*Page two/);
    const starts = (await readFile(log, "utf8")).split("\n").filter((line) => line.includes("--psm 3"));
    expect(starts).toHaveLength(1);
  });

  test("reads a receipt as one block of lines", async () => {
    const log = join(folder, "segmentations");
    const program = await programOf(`echo "$*" >> ${log}; exec tesseract "$@"`);
    const engine = await createTesseractEngine({ program });
    started.push(engine);
    const png = asPng(await printedReceipt(150));
    const engines = { tesseract: engine };
    const { text } = await extractText(png, { ocrEngine: "tesseract", mode: "low_cost" }, { engines });
    for (const item of ITEMS_OF_RECEIPT) expect(text.replaceAll(/ +/gu, " ").split(item)).toHaveLength(4);
    const starts = await readFile(log, "utf8");
    expect(starts).toContain("--psm 6");
    expect(starts).not.toContain("--psm 3");
  });

  test("a folder of language data needs nothing besides the data", async () => {
    const { stdout } = spawnSync("tesseract", ["--list-langs"], { encoding: "utf8" });
    const installed = /"(.*)"/.exec(stdout)?.[1] ?? "";
    const tessdata = join(folder, "data");
    await mkdir(tessdata);
    await copyFile(join(installed, "eng.traineddata"), join(tessdata, "eng.traineddata"));
    const engine = await createTesseractEngine({ tessdata });
    started.push(engine);
    const { pages } = await extractText(scan, { ocrEngine: "tesseract" }, { engines: { tesseract: engine } });
    expect(pages[0]?.outcome).toMatchObject({ recognisers: [{ engine: "tesseract" }] });
    expect(pages[0]?.text).toContain("Invoice 4711");
  });

  test("finds languages in several folders, also those that are added later, and its own", async () => {
    const { stdout } = spawnSync("tesseract", ["--list-langs"], { encoding: "utf8" });
    const english = join(/"(.*)"/.exec(stdout)?.[1] ?? "", "eng.traineddata");
    const [one, two, missing] = ["one", "two", "missing"].map((name) => join(folder, name));
    for (const made of [one, two]) await mkdir(made ?? "");
    await copyFile(english, join(one ?? "", "tlh.traineddata"));
    const engine = await createTesseractEngine({ tessdata: [one ?? "", two ?? "", missing ?? ""] });
    started.push(engine);
    await using extractor = createExtractor({ threads: 1, engines: { tesseract: engine } });
    const readIn = async (lang: string): Promise<readonly unknown[]> => {
      const options = { ocrEngine: "tesseract", lang, missingLanguages: "skip", mode: "low_cost" } as const;
      const { pages } = await extractor.extract(scan, options);
      const outcome = pages[0]?.outcome;
      return [pages[0]?.message, ...((outcome?.ok ? outcome.recognisers : undefined) ?? [])];
    };
    const by = (languages: string): unknown =>
      expect.objectContaining({ engine: "tesseract", model: expect.stringMatching(`, ${languages}$`) });
    expect(await readIn("tlh+eng+que")).toEqual([
      "Tesseract has no data for que; the page was read as tlh+eng.",
      by("tlh\\+eng"),
    ]);
    await copyFile(english, join(two ?? "", "que.traineddata"));
    expect(await readIn("tlh+eng+que")).toEqual(["", by("tlh\\+eng\\+que")]);
    expect((await readIn("../one/tlh+eng"))[0]).toContain("no data for ../one/tlh; the page was read as eng");
  });

  test("leaves no images behind", async () => {
    const before = await tesseractFolders();
    const engine = await createTesseractEngine();
    await using extractor = createExtractor({ threads: 1, engines: { tesseract: engine } });
    await extractor.extract(scan, { ocrEngine: "tesseract" });
    await engine[Symbol.asyncDispose]();
    expect((await tesseractFolders()).filter((name) => !before.includes(name))).toEqual([]);
  });

  test("a language that it lacks is named, and the built-in recogniser reads the page", async () => {
    const engine = await createTesseractEngine();
    started.push(engine);
    const options = { ocrEngine: "tesseract", lang: "tlh", missingLanguages: "skip" } as const;
    const { pages } = await extractText(scan, options, { engines: { tesseract: engine } });
    expect(pages[0]?.text).toContain("Invoice 4711");
    expect(pages[0]?.message).toContain(
      'has no data for tlh; add it with "galley languages add tlh", or install it for tesseract',
    );
    expect(pages[0]?.outcome).toMatchObject({ recognisers: [{ engine: "wasm", model: "eng" }] });
  });
});

test("a program that does not exist is an error with what to install", async () => {
  const creating = createTesseractEngine({ program: join(folder, "none") });
  await expect(creating).rejects.toThrow(/was not found\. Install it, .*tesseract-ocr-eng/);
});

test.each([
  ["is another program", "echo hello", /is not Tesseract/],
  ["is too old", "echo tesseract 4.1.1", /is Tesseract 4\.1\.1; version 5 or newer is needed/],
  [
    "has no languages",
    'if [ "$1" = --version ]; then echo tesseract 5.3.0; else echo none:; fi',
    /no language data/,
  ],
])("a program that %s is an error", async (_, script, message) => {
  await expect(createTesseractEngine({ program: await programOf(script) })).rejects.toThrow(message);
});

test.each([
  ["hangs", "cat > /dev/null; sleep 600", 300, /could not be used: It took more than 0\.3 s\./],
  [
    "crashes",
    "read path; echo broken >&2; exit 3",
    60_000,
    /could not be used: It ended: exit code 3, broken\./,
  ],
  ["writes without end", "yes", 60_000, /could not be used: It wrote more than a page can have\./],
])("a page is read in spite of a program that %s", async (_, script, timeoutMs, message) => {
  const { text, message: said } = await readBy(script, timeoutMs);
  expect(text).toContain("Invoice 4711");
  expect(said).toMatch(message);
});

test("rubbish from a program is no text", async () => {
  const { text } = await readBy('read path; printf "<p>&\\0\\377\\n  </div>\\n"', 60_000);
  expect(text.trim()).toBe("");
});

/** The first page, read by a program that says it is Tesseract and then runs `script`. */
async function readBy(script: string, timeoutMs: number): Promise<{ text: string; message: string }> {
  const program = await programOf(
    `case "$*" in --version) echo tesseract 5.3.0;; --list-langs) printf 'List:\\neng\\n';; *) ${script};; esac`,
  );
  const engine = await createTesseractEngine({ program, timeoutMs });
  started.push(engine);
  const options = { ocrEngine: "tesseract", mode: "low_cost" } as const;
  const { pages } = await extractText(scan, options, { engines: { tesseract: engine } });
  return pages[0] ?? { text: "", message: "" };
}

async function programOf(script: string): Promise<string> {
  const path = join(folder, `program-${Math.random().toString(36).slice(2)}`);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

async function tesseractFolders(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith("galley-tesseract-"));
}
