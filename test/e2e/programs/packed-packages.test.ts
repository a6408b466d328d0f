import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asPng, printedReceipt } from "@galley/core/testing";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { assertDocumentedSize } from "../../support/documented-size.ts";
import {
  example,
  filesOf,
  manifestOf,
  megabytes,
  OWN_RUNTIME,
  packed,
  PUBLISHED,
  type Published,
  run,
} from "../../support/packed.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { wordsIn, wordsOn } from "../../support/texts/words.ts";

const PROGRAM = `import { createExtractor } from "@galley/core";
await using extractor = createExtractor({ threads: 2 });
const document = await extractor.extract(process.argv[2]);
process.stdout.write(document.text);
`;

/** Prints how the models run, the model that read a receipt, and its text. */
const RUNTIME = `import { createExtractor, onnxRuntimeInUse } from "@galley/core";
await using extractor = createExtractor({ threads: 1 });
const { text, pages } = await extractor.extract("receipt.png", { mode: "low_cost" });
const { isNative } = await onnxRuntimeInUse();
console.log(JSON.stringify({ isNative, model: pages[0].outcome.recognisers[0].model, text }));
`;

const TYPED = `import { createExtractor, extractText, toMarkdown, type ExtractedDocument } from "@galley/core";
const document: ExtractedDocument = await extractText("a.pdf", { pages: "1" });
export const markdown: string = toMarkdown(document.blocks);
export const picture: Promise<Uint8Array> = createExtractor().renderPage("a.pdf", 1).then(({ png }) => png);
`;

const TSCONFIG = {
  compilerOptions: {
    module: "nodenext",
    target: "es2022",
    lib: ["es2022", "dom"],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  },
  files: ["typed.ts"],
};

/** Prints the code and the message of the error that a scan causes. */
const FAILING = `import { extractText } from "@galley/core";
await extractText(process.argv[2]).catch(({ code, message }) => console.log(code, message));
`;

/** ONNX Runtime's package for this platform. */
const OWN = OWN_RUNTIME ? [OWN_RUNTIME] : [];

let root: string;
let tarballs: ReadonlyMap<Published, string>;

beforeAll(async () => {
  const folder = temporaryFolder();
  root = folder.path;
  tarballs = await packed(root, [...PUBLISHED, ...OWN]);
  return () => folder[Symbol.asyncDispose]();
}, 300_000);

function tarballOf(name: Published): string {
  return z.string().parse(tarballs.get(name));
}

async function install(cwd: string, ...names: readonly Published[]): Promise<void> {
  const given = names.map(tarballOf);
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...given], { cwd });
}

const manifestSchema = z.object({
  version: z.string(),
  license: z.literal("Apache-2.0"),
  private: z.literal(false).default(false),
  dependencies: z.record(z.string(), z.string()).default({}),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])).default({}),
  bin: z.record(z.string(), z.string()).default({}),
});

test.each(PUBLISHED)(
  "the package of %s has what it names, its licence, and no tests or sources",
  async (name) => {
    const files = await filesOf(tarballOf(name));
    const unwanted = /\.test\.|(^|\/)testing[/.]|^src\/|^scripts\/|\.map$|tsbuildinfo|(^|\/)node_modules\//;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    const text = await manifestOf(tarballOf(name));
    expect(text).not.toMatch(/"(?:workspace|catalog):/);
    const manifest = manifestSchema.parse(JSON.parse(text));
    const named = [
      ...Object.values(manifest.exports).flatMap((to) => Object.values(typeof to === "string" ? { to } : to)),
      ...Object.values(manifest.bin),
    ];
    expect(named.map((path) => path.replace(/^\.\//, "")).filter((path) => !files.includes(path))).toEqual(
      [],
    );
  },
);

test("all packages have one version and ask for each other in it", async () => {
  const manifests = await Promise.all(
    PUBLISHED.map(async (name) => manifestSchema.parse(JSON.parse(await manifestOf(tarballOf(name))))),
  );
  const [version] = manifests.map((manifest) => manifest.version);
  const asked = manifests.flatMap(({ dependencies }) =>
    Object.entries(dependencies).flatMap(([name, wanted]) => (name.startsWith("@galley/") ? [wanted] : [])),
  );
  expect(new Set([...asked, ...manifests.map((manifest) => manifest.version)])).toEqual(new Set([version]));
});

test("licences of code that is packaged are packaged with it", async () => {
  const core = await filesOf(tarballOf("core"));
  expect(core).toEqual(
    expect.arrayContaining(["NOTICE", "dist/pdfjs/LICENSE", "dist/pdfjs/wasm/LICENSE_OPENJPEG"]),
  );
  expect(await filesOf(tarballOf("gateway"))).toEqual(
    expect.arrayContaining(["NOTICE", "dist/licences.json"]),
  );
  expect(await filesOf(tarballOf("rest-compat"))).toEqual(
    expect.arrayContaining(["NOTICE", "dist/reference-page/scalar.js"]),
  );
  expect(await filesOf(tarballOf("console"))).toContain("dist/licences.md");
});

test.each(OWN)("%s has the libraries of its platform, their checksums and their licence", async (name) => {
  const [os, cpu] = [process.platform, process.arch];
  const manifest: unknown = JSON.parse(await manifestOf(tarballOf(name)));
  expect(manifest).toMatchObject({ license: "MIT", os: [os], cpu: [cpu] });
  const files = await filesOf(tarballOf(name));
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "SHA256SUMS", "onnxruntime_binding.node"]));
  const folder = await mkdtemp(join(root, "unpacked-"));
  await run("tar", ["-xzf", tarballOf(name), "-C", folder, "--strip-components=1"]);
  for (const line of (await readFile(join(folder, "SHA256SUMS"), "utf8")).trim().split("\n")) {
    const [checksum, file = ""] = line.split("  ");
    expect(
      createHash("sha256")
        .update(await readFile(join(folder, file)))
        .digest("hex"),
    ).toBe(checksum);
  }
});

test("the library alone reads native text, has types of its own and the documented size, and names the package for scans", async () => {
  const folder = await mkdtemp(join(root, "installed-"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeFile(join(folder, "program.js"), PROGRAM);
  await writeFile(join(folder, "failing.js"), FAILING);
  await writeFile(join(folder, "letter.pdf"), letter().bytes);
  // The packages of the workspace, which pnpm adds to the path of modules, are not those that are installed.
  const env = { ...process.env, NODE_PATH: "" };
  const node = async (...given: readonly string[]): Promise<string> =>
    (await run(process.execPath, given, { cwd: folder, env })).stdout;

  const expectDocumentedSize = async (pattern: RegExp): Promise<string> =>
    assertDocumentedSize("docs/guides/installing.md", pattern, await megabytes(join(folder, "node_modules")));

  await install(folder, "core");
  expect(wordsIn((await node("program.js", "letter.pdf")).replace("<<<", ""))).toEqual(
    wordsOn(letter().pages),
  );
  await expectDocumentedSize(/^\| `@galley\/core` \|.*\| (\d+) MB \|$/m);
  expect(await node("failing.js", example("scan.png"))).toBe(
    "MISSING_PACKAGE Pictures and scans need the package @galley/ocr. Install it: npm install @galley/ocr\n",
  );

  await writeFile(join(folder, "typed.ts"), TYPED);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await expect(run("tsc", ["-p", folder])).resolves.toMatchObject({ stdout: "" });

  await install(folder, "core", "ocr", ...OWN);
  expect(await node("program.js", example("scan.png"))).toContain("Galley Press");
  await expectDocumentedSize(/^\| `@galley\/core` and `@galley\/ocr` \|.*\| (\d+) MB \|$/m);

  await writeFile(join(folder, "runtime.js"), RUNTIME);
  await writeFile(join(folder, "receipt.png"), asPng(await printedReceipt(150)));
  const read: unknown = JSON.parse(await node("runtime.js"));
  const text: unknown = expect.stringContaining("12.90");
  expect(read).toEqual({ isNative: OWN_RUNTIME !== undefined, model: "en_PP-OCRv4", text });
  await rm(join(folder, "node_modules/@galley", `onnxruntime-${process.platform}-${process.arch}`), {
    recursive: true,
    force: true,
  });
  expect(JSON.parse(await node("runtime.js"))).toEqual({ ...Object(read), isNative: false });
}, 300_000);
