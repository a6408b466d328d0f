import { KNOWN_PROGRAM } from "./known-program.ts";
import { LAYER_PRODUCT_MODULE } from "./layer-product-module.ts";

/** Where the function for the product is in the table of the known program. */
const PLACE = 511;

/** Layers with more inputs, the bias counted, are left to the program's own function. */
const MOST_INPUTS = 4096;

/** Each input takes one byte for its sign and one for its absolute value. */
const SCRATCH_BYTES = 2 * MOST_INPUTS;

/** A started program. */
export interface StartedProgram {
  /** The SHA-256 of its bytes. */
  readonly hash: string;
  readonly exports: WebAssembly.Instance["exports"];
  readonly memory: WebAssembly.Memory;
  /** Bytes of its memory, as an address; 0 where there are none left. */
  readonly allocate: (bytes: number) => number;
}

let compiled: WebAssembly.Module | undefined;

/**
 * Has the network's layers multiplied in about two thirds of the time, with the same result. Where the program is
 * another one, or the vector instructions here are not enough, nothing changes and the answer is no.
 */
export function speedUpLayers({ hash, exports, memory, allocate }: StartedProgram): boolean {
  const table = Object.values(exports).find((value) => value instanceof WebAssembly.Table);
  if (hash !== KNOWN_PROGRAM || !table || !WebAssembly.validate(LAYER_PRODUCT_MODULE)) return false;
  const address = allocate(SCRATCH_BYTES);
  if (address === 0) return false;
  compiled ??= new WebAssembly.Module(LAYER_PRODUCT_MODULE);
  const number = (value: number): WebAssembly.Global => new WebAssembly.Global({ value: "i32" }, value);
  const core = {
    memory,
    scratch: number(address),
    scratchInputs: number(MOST_INPUTS),
    product: table.get(PLACE),
  };
  table.set(PLACE, new WebAssembly.Instance(compiled, { core }).exports["product"]);
  return true;
}
