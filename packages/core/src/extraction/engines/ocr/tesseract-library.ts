import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ScriptModule } from "tesseract.js-core/tesseract-core-simd.js";
import type { TesseractModule, TesseractOptions } from "tesseract.js-core/tesseract-core-simd-lstm.js";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { ocrPackage } from "../ocr-package.ts";
import { KNOWN_PROGRAM } from "./known-program.ts";
import { speedUpLayers } from "./layer-product.ts";
import { LookClock } from "./look-clock.ts";

/** A Tesseract instance with its own memory. */
export type Tesseract = Started<TesseractModule>;

interface Started<Library> {
  readonly library: Library;
  readonly memory: WebAssembly.Memory;
  readonly exports: WebAssembly.Instance["exports"];
  /** The SHA-256 of the program. */
  readonly hash: string;
  /** The clock that the program reads; undefined if the build is unknown and uses the system clock. */
  readonly clock: LookClock | undefined;
}

interface Program {
  readonly module: WebAssembly.Module;
  readonly hash: string;
}

/** Compiled programs by name. */
const compiled = new Map<string, Promise<Program>>();

/**
 * Starts a new Tesseract instance.
 *
 * @throws ExtractionError `RESOURCE_LIMIT` if the processor lacks vector instructions.
 */
export async function startTesseract(): Promise<Tesseract> {
  if (!hasVectorInstructions()) {
    throw new ExtractionError(
      "RESOURCE_LIMIT",
      "Text recognition needs a processor with vector instructions (WebAssembly SIMD).",
    );
  }
  const { loadTesseract } = await ocrPackage();
  const { default: TesseractCore } = await loadTesseract();
  const started = await start("tesseract-core-simd-lstm", TesseractCore);
  speedUpLayers({ ...started, allocate: (bytes) => started.library._malloc(bytes) });
  return started;
}

/** Starts a Tesseract instance that detects scripts; its memory is garbage-collected when unreferenced. */
export async function startScriptTesseract(): Promise<Started<ScriptModule>> {
  const { loadScriptTesseract } = await ocrPackage();
  const { default: TesseractCore } = await loadScriptTesseract();
  return start("tesseract-core-simd", TesseractCore);
}

async function start<Library>(
  name: string,
  TesseractCore: (options: TesseractOptions) => Promise<Library>,
): Promise<Started<Library>> {
  const compiling = compiled.get(name) ?? compile(name);
  compiled.set(name, compiling);
  const { module, hash } = await compiling;
  let exported: WebAssembly.Instance["exports"] = {};
  const clock = hash === KNOWN_PROGRAM ? new LookClock() : undefined;
  const library = await TesseractCore({
    TesseractProgress: () => undefined,
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports, done) {
      const own = clock?.imported(imports, () => memoryOf(exported)) ?? imports;
      const instance = new WebAssembly.Instance(module, own);
      exported = instance.exports;
      done(instance, module);
      return exported;
    },
  });
  const memory = memoryOf(exported);
  if (!memory) throw new Error("The recogniser exports no memory.");
  return { library, memory, exports: exported, hash, clock };
}

function memoryOf(exports: WebAssembly.Instance["exports"]): WebAssembly.Memory | undefined {
  return Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
}

/** Compiles a program. V8 caches machine code by module bytes, so compiling again in another thread is almost free. */
async function compile(name: string): Promise<Program> {
  const { programPath } = await ocrPackage();
  const bytes = Uint8Array.from(await readFile(programPath(name)));
  return {
    module: await WebAssembly.compile(bytes),
    hash: createHash("sha256").update(bytes).digest("hex"),
  };
}

/** A module with one function that uses a SIMD instruction, for feature detection. */
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
