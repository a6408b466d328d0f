/** The parts of wabt that Galley's tests use; wabt ships no types. */
declare module "wabt" {
  interface TextModule {
    toBinary(options: Readonly<Record<string, never>>): { readonly buffer: Uint8Array };
    destroy(): void;
  }

  interface Wabt {
    parseWat(name: string, text: string, features: { readonly relaxed_simd: boolean }): TextModule;
  }

  export default function loadWabt(): Promise<Wabt>;
}
