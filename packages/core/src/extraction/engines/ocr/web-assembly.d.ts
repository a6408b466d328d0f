/** The parts of WebAssembly that Galley uses; TypeScript declares them only in its DOM library. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;

  const Memory: new (size: { readonly initial: number }) => Memory;
  interface Memory {
    readonly buffer: ArrayBuffer;
  }

  const Table: new (size: { readonly initial: number; readonly element: "anyfunc" }) => Table;
  interface Table {
    get(place: number): unknown;
    set(place: number, value: unknown): void;
  }

  const Global: new (type: { readonly value: "i32" }, value: number) => Global;
  interface Global {
    readonly value: number;
  }

  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module, imports: Imports) => Instance;
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
  function validate(bytes: Uint8Array): boolean;
}
