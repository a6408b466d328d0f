/**
 * Copies into dist/pdfjs what the library uses of pdfjs-dist: its legacy build, character maps, fonts and decoders. The
 * package itself is ten times as large and asks for a canvas, which is needed for drawing only.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const core = dirname(dirname(fileURLToPath(import.meta.url)));
const pdfjs = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const target = join(core, "dist/pdfjs");
const stampFile = join(target, "made-from.txt");

const FOLDERS = ["cmaps", "standard_fonts", "wasm", "iccs"] as const;
/** Scripts in documents are not run. */
const UNUSED = /quickjs/i;

/** pdf.js looks for a canvas when it is loaded, and warns without one. Reading text needs neither of its classes. */
const CANVAS = /^if \(isNodeJS\) \{\n {2}let canvas;\n[^]*?\n {2}if \(!globalThis\.navigator/m;
const WITHOUT_CANVAS = "if (isNodeJS) {\n  if (!globalThis.navigator";
const STAND_INS = ["DOMMatrix", "Path2D"].map(
  (name) => `const ${name} = globalThis.${name} ?? class ${name} {};\n`,
);

const stamp = `${readFileSync(join(pdfjs, "package.json"), "utf8")}${readFileSync(fileURLToPath(import.meta.url), "utf8")}`;
if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) copy();

function copy(): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const folder of FOLDERS) {
    cpSync(join(pdfjs, folder), join(target, folder), {
      recursive: true,
      filter: (source) => !UNUSED.test(source),
    });
  }
  cpSync(join(pdfjs, "LICENSE"), join(target, "LICENSE"));
  cpSync(join(pdfjs, "legacy/build/pdf.worker.min.mjs"), join(target, "pdf.worker.mjs"));
  writeFileSync(join(target, "pdf.mjs"), withoutCanvas());
  writeFileSync(stampFile, stamp);
}

/** The licence stays at the beginning, followed by the note of the change that it asks for. */
function withoutCanvas(): string {
  const original = readFileSync(join(pdfjs, "legacy/build/pdf.mjs"), "utf8");
  if (!CANVAS.test(original))
    throw new Error("pdfjs-dist loads its canvas in another way; see copy-pdfjs.ts.");
  const headerEnd = original.indexOf("*/") + "*/\n".length;
  const code = original
    .slice(headerEnd)
    .replace(CANVAS, WITHOUT_CANVAS)
    .replace(/\/\/# sourceMappingURL=.*/, "");
  const note = "// Changed for Galley by scripts/copy-pdfjs.ts: it needs no canvas.\n";
  return `${original.slice(0, headerEnd)}\n${note}${STAND_INS.join("")}${code}`;
}
