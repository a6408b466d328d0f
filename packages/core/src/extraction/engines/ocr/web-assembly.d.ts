/** What Galley uses of WebAssembly: the types are otherwise only in those of browsers. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;

  const Memory: new () => Memory;
  interface Memory {
    readonly buffer: ArrayBuffer;
  }

  const Instance: new (module: Module, imports: Imports) => Instance;
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
  function validate(bytes: Uint8Array): boolean;
}
