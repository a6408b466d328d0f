/** The parts of the JavaScript API of tesseract.js-core 7 that Galley uses. */
declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  export interface TesseractModule {
    readonly FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
    readonly TessBaseAPI: new () => TesseractApi;
    _malloc(size: number): number;
    _free(address: number): void;
    getPointer(object: object): number;
    destroy(object: object): void;
  }

  export interface TesseractApi {
    /** Returns -1 if the language data cannot be used. */
    Init(folder: string | null, languages: string, engine: number): number;
    SetVariable(name: string, value: string): boolean;
    SetPageSegMode(mode: number): void;
    SetImage(
      address: number,
      width: number,
      height: number,
      bytesPerPixel: number,
      bytesPerLine: number,
    ): void;
    SetSourceResolution(dpi: number): void;
    /** `monitor` is an address, or null. Returns 0 on success, -1 if the monitor stopped it. */
    Recognize(monitor: number | null): number;
    GetIterator(): TesseractIterator;
    Clear(): void;
    End(): void;
  }

  export interface TesseractIterator {
    Begin(): void;
    Next(level: number): boolean;
    IsAtBeginningOf(level: number): boolean;
    /** Whether the current element of `level` is the last one in its `within` element. */
    IsAtFinalElement(within: number, level: number): boolean;
    GetUTF8Text(level: number): string;
    /** 0 to 100. */
    Confidence(level: number): number;
    getBoundingBox(level: number): TesseractBox;
    getBaseline(level: number): TesseractBox & { readonly has_baseline: boolean };
  }

  /** Pixels from the upper left corner; for a baseline, its two ends. */
  export interface TesseractBox {
    readonly x0: number;
    readonly y0: number;
    readonly x1: number;
    readonly y1: number;
  }

  export interface TesseractOptions {
    TesseractProgress(): void;
    print(): void;
    printErr(): void;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }

  const TesseractCore: (options: TesseractOptions) => Promise<TesseractModule>;
  export default TesseractCore;
}

/** The build with Tesseract's legacy engine, which detects scripts. */
declare module "tesseract.js-core/tesseract-core-simd.js" {
  import type {
    TesseractApi,
    TesseractModule,
    TesseractOptions,
  } from "tesseract.js-core/tesseract-core-simd-lstm.js";

  export interface ScriptResults {
    readonly best_result: { readonly script_id: number };
    readonly unicharset: { get_script_from_script_id(id: number): string };
  }

  export interface ScriptApi extends TesseractApi {
    DetectOS(results: ScriptResults): boolean;
  }

  export interface ScriptModule extends Omit<TesseractModule, "TessBaseAPI"> {
    readonly TessBaseAPI: new () => ScriptApi;
    readonly OSResults: new () => ScriptResults;
  }

  const TesseractCore: (options: TesseractOptions) => Promise<ScriptModule>;
  export default TesseractCore;
}
