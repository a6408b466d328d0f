import { appendFileSync, existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { OpenedDocument } from "../../engines/open-document.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { Glyphs, PageContent } from "../../page/page-content.ts";
import { FAULTY_HEADER, type Fault } from "./faulty-document.ts";

const WIDTH = 612;
const HEIGHT = 792;
const WHITE = { width: 1, height: 1, data: Uint8Array.of(255), dpi: 1 };
const SIZE = 10;
const ADVANCE = 5;
const FOREVER_MS = 2 ** 31 - 1;

/** A megabyte in memory. */
const LARGE_TEXT = "a".repeat(2 ** 19);

let documentsOpen = 0;

/** An engine whose pages fail as their document says; any other document is one empty page. */
export async function openDocument(
  bytes: Uint8Array,
  { password }: { readonly password: string },
): Promise<OpenedDocument> {
  const faults = faultsOf(bytes);
  if (password === "wrong") throw new ExtractionError("PASSWORD_REQUIRED", "The document is encrypted.");
  if (faults[0]?.startsWith("open ")) await suffer(faults[0].slice("open ".length));
  documentsOpen++;
  return {
    pageCount: faults.length,
    readPage: async (number) => {
      const fault = faults[number - 1] ?? "";
      return { engine: "native", content: contentOf(await suffer(fault)), fault: "" };
    },
    drawPage: () => Promise.resolve({ image: WHITE, note: "" }),
    drawParts: () => Promise.resolve([]),
    lostImages: () => Promise.resolve([]),
    smallPictures: () => Promise.resolve(undefined),
    [Symbol.asyncDispose]: async () => {
      documentsOpen--;
    },
  };
}

function faultsOf(bytes: Uint8Array): readonly Fault[] {
  const text = new TextDecoder().decode(bytes.slice());
  return text.startsWith(FAULTY_HEADER) ? text.slice(FAULTY_HEADER.length).split("\n") : [""];
}

/** Simulates the fault; anything else is the page's text. */
async function suffer(fault: string): Promise<string> {
  const [kind = "", argument = ""] = fault.split(" ");
  switch (kind) {
    case "unmapped":
      return lackMemoryOnce(argument);
    case "throw":
      throw new Error("a page that throws");
    case "slow":
      await delay(Number(argument));
      return fault;
    case "mark":
      appendFileSync(argument, "x");
      return kind;
    case "large":
      appendFileSync(argument, "x");
      return LARGE_TEXT;
    case "hang":
      await delay(FOREVER_MS);
      return fault;
    case "spin":
      for (;;) Math.random();
    case "exit":
      process.exit(1);
    case "abort":
      process.kill(process.pid, "SIGABRT");
      return fault;
    case "count":
      return `${documentsOpen} open`;
    case "allocate":
      return allocateForever();
    default:
      return fault;
  }
}

function lackMemoryOnce(marks: string): string {
  if (existsSync(marks)) return "mapped";
  appendFileSync(marks, "x");
  throw new Error("Could not load the module: libvips-cpp.so: cannot map zero-fill pages");
}

function allocateForever(): never {
  const kept: Uint8Array[] = [];
  for (;;) kept.push(new Uint8Array(2 ** 24).fill(1));
}

function contentOf(text: string): PageContent {
  return {
    width: WIDTH,
    height: HEIGHT,
    rotation: 0,
    glyphs: glyphsOf(text),
    fonts: [{ name: "Fixed", ascent: 0.8, descent: -0.2, vertical: false }],
    rules: [],
    images: [],
    outlines: [],
    fields: [],
    notes: [],
  };
}

function glyphsOf(pageText: string): Glyphs {
  const text = pageText === LARGE_TEXT ? [pageText] : pageText.split("");
  const count = text.length;
  return {
    count,
    text,
    x: Float32Array.from({ length: count }, (_, index) => 72 + index * ADVANCE),
    y: new Float32Array(count).fill(72),
    advance: new Float32Array(count).fill(ADVANCE),
    angle: new Float32Array(count),
    size: new Float32Array(count).fill(SIZE),
    font: new Uint16Array(count),
    flags: new Uint8Array(count),
  };
}
