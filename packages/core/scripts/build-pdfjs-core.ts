/**
 * Makes the native engine's copy of pdf.js's core from the installed pdfjs-dist, for the sources and for the build.
 *
 * The copy exports the core classes, inflates at once and within a budget, and leaves an embedded font program
 * unread where the dictionaries already give the text. Does nothing, and says nothing, when the copy is up to date.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  closeSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DAMAGED_FONT_REPLACEMENTS } from "./pdfjs-core-damaged-fonts.ts";
import { FONT_REPLACEMENTS } from "./pdfjs-core-fonts.ts";
import { withParsedGlyphList } from "./pdfjs-core-glyph-list.ts";
import { withoutUnusedParts } from "./pdfjs-core-parts.ts";
import { PAGE_TREE_REPLACEMENTS } from "./pdfjs-core-page-tree.ts";
import { type Replacement, SPEED_REPLACEMENTS } from "./pdfjs-core-speed.ts";

const PINNED_VERSION = "6.5.438";
const ENGINE_FOLDER = "extraction/engines/native/generated";
const FILE_NAME = "pdfjs-core.mjs";

const EXPORTS = [
  "BaseStream",
  "CFFParser",
  "Dict",
  "Font",
  "InvalidPDFException",
  "JpegStream",
  "Lexer",
  "LocalPdfManager",
  "MacStandardGlyphOrdering",
  "Name",
  "Parser",
  "PartialEvaluator",
  "PasswordException",
  "Ref",
  "Stream",
  "ToUnicodeMap",
  "TranslatedFont",
  "WorkerTask",
  "XRefParseException",
  "getGlyphMapForStandardFonts",
  "getGlyphsUnicode",
  "setVerbosityLevel",
  "stringToPDFString",
];

/** What the replacements use. */
const IMPORTS = `import { brotliDecompressSync, constants as zlibConstants, inflateRawSync } from "node:zlib";\n`;

const REPLACEMENTS: readonly Replacement[] = [
  {
    why: "export the core classes, and no handler of a browser's messages",
    find: "globalThis.pdfjsWorker = {\n  WorkerMessageHandler: WorkerMessageHandler\n};\n\nexport { WorkerMessageHandler };",
    replace: `export { ${EXPORTS.join(", ")} };`,
  },
  {
    why: "substreams keep the view of their bytes, which may start inside a larger buffer",
    find: "makeSubStream(start, length, dict = null) {\n    return new Stream(this.bytes.buffer,",
    replace: "makeSubStream(start, length, dict = null) {\n    return new Stream(this.bytes,",
  },
  {
    why: "clones keep the view of their bytes",
    find: "return new Stream(this.bytes.buffer, this.start, this.length, this.dict?.clone());",
    replace: "return new Stream(this.bytes, this.start, this.length, this.dict?.clone());",
  },
  {
    why: "every growth of a decoded stream is charged to its document",
    find: "    const buffer2 = new Uint8Array(size);\n    buffer2.set(buffer);\n    return this.buffer = buffer2;",
    replace:
      "    this.dict?.xref?.pdfManager.decodeBudget?.charge(size, size - buffer.byteLength);\n" +
      "    const buffer2 = new Uint8Array(size);\n    buffer2.set(buffer);\n    return this.buffer = buffer2;",
  },
  {
    why: "flate streams are read synchronously",
    find: "  get isAsync() {\n    return this.#isAsync;\n  }\n  getBits(bits) {",
    replace: "  get isAsync() {\n    return false;\n  }\n  getBits(bits) {",
  },
  {
    why: "flate streams are inflated by zlib at once; what it refuses goes to pdf.js's tolerant decoder",
    find: "  readBlock() {\n    try {\n      this.#readBlock();\n    } catch (ex) {\n      if (!(ex instanceof FormatError)) {",
    replace: `  #inflateAtOnce() {
    this.triedAtOnce = true;
    const compressed = this.stream.getBytes();
    const budget = this.dict?.xref?.pdfManager.decodeBudget;
    try {
      const inflated = inflateRawSync(compressed, {
        finishFlush: zlibConstants.Z_SYNC_FLUSH,
        chunkSize: Math.min(Math.max(16384, compressed.length * 6), 1 << 20),
        ...(budget && { maxOutputLength: budget.streamLimit })
      });
      budget?.charge(inflated.length, inflated.length);
      this.buffer = inflated;
      this.bufferLength = inflated.length;
      this.eof = true;
      return true;
    } catch (error) {
      if (error.code === "ERR_BUFFER_TOO_LARGE") {
        budget.charge(Infinity, 0);
      }
      if (!error.code?.startsWith("Z_")) {
        throw error;
      }
      this.stream = new Stream(compressed, 0, compressed.length, this.stream.dict);
      return false;
    }
  }
  readBlock() {
    if (!this.triedAtOnce && this.#inflateAtOnce()) {
      return;
    }
    try {
      this.#readBlock();
    } catch (ex) {
      if (!(ex instanceof FormatError)) {`,
  },
  {
    why: "nothing is inflated by the platform's streams, which know no budget",
    find: "    try {\n      const {\n        readable,\n        writable\n      } = new DecompressionStream(name);",
    replace:
      "    if (name) {\n      return { decompressed: null, compressed: bytes };\n    }\n" +
      "    try {\n      const {\n        readable,\n        writable\n      } = new DecompressionStream(name);",
  },
  {
    why: "Brotli streams are bounded, too",
    find: "const decodedData = BrotliDecode(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));",
    replace: `const budget = this.dict?.xref?.pdfManager.decodeBudget;
    const decodedData = brotliDecompressSync(bytes, budget && { maxOutputLength: budget.streamLimit });
    budget?.charge(decodedData.length, decodedData.length);`,
  },
  {
    why: "the dictionary of pdf.js's own Brotli decoder is not unpacked, which takes longer than reading a page",
    find: "let BrotliDecode = makeBrotliDecode();\n",
    replace: "",
  },
  {
    why: "a page that is missing in the page tree fails alone",
    find: '        throw new FormatError("Page dictionary kid reference points to wrong type of object.");\n      }',
    replace: `        if (currentPageIndex++ === pageIndex) {
          throw new FormatError("Page dictionary kid reference points to wrong type of object.");
        }
        continue;
      }`,
  },
  {
    why: "the pages behind a missing one are found",
    find: '        addPageError(new FormatError("Page dictionary kid reference points to wrong type of object."));\n        break;',
    replace:
      '        addPageError(new FormatError("Page dictionary kid reference points to wrong type of object."));\n        queueItem.posInKids++;\n        continue;',
  },
  {
    why: "ranges of widths end where codes do",
    find: "            for (let j = start; j <= code; j++) {\n              glyphsWidths[j] = width;",
    replace:
      "            for (let j = start; j <= Math.min(code, 0xffff); j++) {\n              glyphsWidths[j] = width;",
  },
  {
    why: "ranges of vertical widths end where codes do",
    find: "              for (let j = start; j <= code; j++) {\n                glyphsVMetrics[j] = vmetric;",
    replace:
      "              for (let j = start; j <= Math.min(code, 0xffff); j++) {\n                glyphsVMetrics[j] = vmetric;",
  },
  {
    why: "a character map has four times as many entries as there are two-byte codes, at most",
    find: "const MAX_MAP_RANGE = 2 ** 24 - 1;",
    replace: "const MAX_MAP_RANGE = 2 ** 18;",
  },
  {
    why: "an embedded font program is not inflated before it is needed",
    find: '          if (fontFile.isEmpty) {\n            throw new FormatError("FontFile is empty");\n          }\n',
    replace: "",
  },
  {
    why: "an embedded font program is not parsed where the dictionaries give the text; see Font.program; one that pdf.js puts in for a composite font has glyphs of other numbers",
    find: "    if (!file || file.isEmpty) {\n      if (file) {\n        warn('Font file is empty in",
    replace: `    if (properties.composite && properties.isInternalFont) {
      file = null;
    }
    if (file && !properties.readProgram && (properties.composite || properties.hasIncludedToUnicodeMap || properties.baseEncodingName)) {
      amendFallbackToUnicode(properties);
      if (properties.composite) {
        this.glyphNames = { file, cidToGidMap: properties.cidToGidMap };
      } else {
        this.program = () => new Font(name, file, {
          ...properties,
          readProgram: true,
          hasIncludedToUnicodeMap: false,
          hasEncoding: false,
          baseEncodingName: null,
          toUnicode: new ToUnicodeMap(new CharCodeMap())
        }, evaluatorOptions);
      }
      return;
    }
    try {
      file?.isEmpty;
    } catch {
      file = null;
    }
    if (!file || file.isEmpty) {
      if (file) {
        warn('Font file is empty in`,
  },
  {
    why: "of a TrueType program only the name records tell about text; no font is made for drawing",
    find: '    const isTrueType = !tables["CFF "];\n',
    replace: `    const isTrueType = !tables["CFF "];
    if (isTrueType) {
      if (tables.name) {
        adjustTrueTypeToUnicode(properties, this.isSymbolicFont, readNameTable(tables.name)[1]);
      }
      return null;
    }
`,
  },
  {
    why: "of a Type 1 program only the header tells about text, where the dictionary has all widths",
    find: "    headerBlockParser.extractFontHeader(properties);\n",
    replace: `    headerBlockParser.extractFontHeader(properties);
    const { builtInEncoding, firstChar, lastChar, widths } = properties;
    if (builtInEncoding?.every((glyph, code) => !glyph || code < firstChar || code > lastChar || widths[code] !== undefined)) {
      return { properties: {}, charstrings: [], subrs: [] };
    }
`,
  },
  {
    why: "a font tells whether its document gave its text",
    find: '    this.toUnicode = properties.toUnicode;\n    if (properties.type === "Type3") {',
    replace:
      "    this.toUnicode = properties.toUnicode;\n" +
      "    this.hasToUnicode = properties.hasIncludedToUnicodeMap || (properties.composite && !(this.toUnicode instanceof IdentityToUnicodeMap));\n" +
      '    if (properties.type === "Type3") {',
  },
  {
    why: "a Type 1 program is not made over for drawing, for which many lack something",
    find: `    const type2Charstrings = this.getType2Charstrings(charstrings);
    const subrs = this.getType2Subrs(data.subrs);
    this.charstrings = charstrings;
    this.data = this.wrap(name, type2Charstrings, this.charstrings, subrs, properties);
    this.seacs = this.getSeacs(data.charstrings);
`,
    replace: "    this.charstrings = charstrings;\n",
  },
  {
    why: "a CFF program is not compiled for drawing",
    find: "      this.data = compiler.compile();\n    } catch (ex) {\n      warn(`Failed to compile font",
    replace: "      this.data = null;\n    } catch (ex) {\n      warn(`Failed to compile font",
  },
  {
    why: "a program's encoding is read, but no font is made for drawing",
    find: "      adjustType1ToUnicode(properties, properties.builtInEncoding);\n    }\n    const glyphZeroId",
    replace:
      "      adjustType1ToUnicode(properties, properties.builtInEncoding);\n      this.builtInEncoding = properties.builtInEncoding;\n    }\n    if (properties) {\n      return null;\n    }\n    const glyphZeroId",
  },
  {
    why: "there is no source map for the copy",
    find: "//# sourceMappingURL=pdf.worker.mjs.map",
    replace: "",
  },
];

const core = dirname(dirname(fileURLToPath(import.meta.url)));
const pdfjs = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const prelude = readFileSync(join(core, "scripts/pdfjs-core-prelude.mjs"), "utf8");
const types = join(core, "src", ENGINE_FOLDER, "pdfjs-core.d.mts");
const stamp = `// ${stampOf(
  readFileSync(fileURLToPath(import.meta.url), "utf8"),
  JSON.stringify([SPEED_REPLACEMENTS, PAGE_TREE_REPLACEMENTS, FONT_REPLACEMENTS, DAMAGED_FONT_REPLACEMENTS]),
  readFileSync(fileURLToPath(new URL("pdfjs-core-parts.ts", import.meta.url)), "utf8"),
  readFileSync(fileURLToPath(new URL("pdfjs-core-glyph-list.ts", import.meta.url)), "utf8"),
  readFileSync(types, "utf8"),
  prelude,
  versionOf(pdfjs),
)}\n`;

for (const root of ["src", "dist"]) buildInto(join(core, root, ENGINE_FOLDER));

function buildInto(folder: string): void {
  const target = join(folder, FILE_NAME);
  if (beginningOf(target, stamp.length) === stamp) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, stamp + widenedCopy());
  if (folder !== dirname(types)) copyFileSync(types, join(folder, "pdfjs-core.d.mts"));
}

/** pdf.js's worker with its licence header first, then the prelude, then its code with every replacement made. */
function widenedCopy(): string {
  const original = readFileSync(join(pdfjs, "build/pdf.worker.mjs"), "utf8");
  const widened = [
    ...REPLACEMENTS,
    ...SPEED_REPLACEMENTS,
    ...PAGE_TREE_REPLACEMENTS,
    ...FONT_REPLACEMENTS,
    ...DAMAGED_FONT_REPLACEMENTS,
  ].reduce(replaced, withParsedGlyphList(withoutUnusedParts(original)));
  const headerEnd = widened.indexOf("*/") + "*/\n".length;
  return inAscii(
    `${widened.slice(0, headerEnd)}\n// Changed for Galley by scripts/build-pdfjs-core.ts.\n${IMPORTS}${prelude}${widened.slice(headerEnd)}`,
  );
}

/** A few letters in string literals would make the whole source take two bytes a character in every thread. */
function inAscii(source: string): string {
  return source.replaceAll(
    /[\u{80}-\u{ffff}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function replaced(source: string, { why, find, replace }: Replacement): string {
  const places = source.split(find).length - 1;
  if (places !== 1)
    throw new Error(`pdfjs-dist has ${places} places, not one, to ${why}: ${JSON.stringify(find)}`);
  return source.replace(find, () => replace);
}

function versionOf(packageFolder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : undefined;
  if (version !== PINNED_VERSION)
    throw new Error(`pdfjs-dist ${String(version)} is installed, ${PINNED_VERSION} is needed`);
  return PINNED_VERSION;
}

function stampOf(...parts: readonly string[]): string {
  return `made from ${createHash("sha256").update(parts.join("\0")).digest("hex")}`;
}

function beginningOf(path: string, length: number): string {
  if (!existsSync(path)) return "";
  const file = openSync(path, "r");
  const beginning = Buffer.alloc(length);
  const read = readSync(file, beginning, 0, length, 0);
  closeSync(file);
  return beginning.toString("utf8", 0, read);
}
