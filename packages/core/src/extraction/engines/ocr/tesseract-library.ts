import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { TesseractModule } from "tesseract.js-core/tesseract-core-simd-lstm.js";
import { ExtractionError } from "../../extraction-error.ts";

/** Tesseract in a memory of its own. */
export interface Tesseract {
  readonly library: TesseractModule;
  readonly memory: WebAssembly.Memory;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Starts one more Tesseract.
 *
 * @throws ExtractionError `RESOURCE_LIMIT` where the processor lacks vector instructions.
 */
export async function startTesseract(): Promise<Tesseract> {
  if (!hasVectorInstructions()) {
    throw new ExtractionError(
      "RESOURCE_LIMIT",
      "Text recognition needs a processor with vector instructions (WebAssembly SIMD).",
    );
  }
  compiled ??= compile();
  const module = await compiled;
  const { default: TesseractCore } = await import("tesseract.js-core/tesseract-core-simd-lstm.js");
  let exported: WebAssembly.Instance["exports"] = {};
  const library = await TesseractCore({
    TesseractProgress: () => undefined,
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports);
      exported = instance.exports;
      done(instance, module);
      return exported;
    },
  });
  const memory = Object.values(exported).find((value) => value instanceof WebAssembly.Memory);
  if (!memory) throw new Error("The recogniser exports no memory.");
  return { library, memory };
}

/** V8 keeps machine code by the bytes it was made of, so that the second thread has it almost for nothing. */
async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve("tesseract.js-core/tesseract-core-simd-lstm.wasm");
  return WebAssembly.compile(Uint8Array.from(await readFile(path)));
}

/** A module of one function that uses a vector instruction. */
const VECTOR_MODULE = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  10,
  1,
  8,
  0,
  65,
  0,
  253,
  15,
  253,
  98,
  11,
);

function hasVectorInstructions(): boolean {
  return WebAssembly.validate(VECTOR_MODULE);
}
