import { isOutOfMemory } from "../../failure/out-of-memory.ts";
import type { CustomEngine } from "../../options/ocr-engines.ts";
import { type AskedEngines, engineFor, together } from "../engines/engines.ts";
import type { PageToRecognise } from "../recognisers/page-to-recognise.ts";
import { EngineReader } from "../recognisers/text-reader.ts";
import type { ShownPage } from "../reading/shown-page.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import { withHandwriting } from "./handwriting.ts";
import type { ReadByParts, ReadHere, Reading, ReadingHere } from "./reading.ts";
import { readExternally } from "./read-external.ts";

/**
 * Reads a picture with the chosen engine; if that fails, with the built-in one. What looks handwritten is then read by
 * the OCR service, if the options say so.
 */
export async function withEngine(
  { engines }: Pick<PageToRecognise, "engines">,
  shown: ShownPage,
  readHere: ReadHere,
): Promise<ReadByParts> {
  const { text, engine, model, notes } = await withChosenEngine(engines, shown, builtInOnce(readHere));
  const recognisers = together(
    text.words.map((word) =>
      word.model === undefined
        ? { engine, model, words: 1 }
        : { engine: "onnx", model: word.model, words: 1 },
    ),
  );
  const reading = { text, engine, fromService: new Set<PlacedWord>(), recognisers, notes };
  return engine === "service" ? reading : withHandwriting(reading, shown, engines);
}

/** The built-in recogniser reads a picture only once, although it may place a text and replace it after that. */
function builtInOnce(readHere: ReadHere): ReadHere {
  let here: Promise<ReadingHere> | undefined;
  return (readerFor) => (readerFor ? readHere(readerFor) : (here ??= readHere()));
}

async function withChosenEngine(
  engines: AskedEngines | undefined,
  shown: ShownPage,
  readHere: ReadHere,
): Promise<Reading> {
  const engine = engines ? engineFor(shown.options, engines) : "wasm";
  if (!engines || engine === "wasm") return builtIn(readHere);
  try {
    return engines.takes[engine] === "drawn"
      ? await readExternally(shown, { engine, ask: engines.ask, readHere })
      : await readPrepared(engine, engines, { shown, readHere });
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const here = await builtIn(readHere);
    return { ...here, notes: [`${NAMES[engine]} could not be used: ${why} ${BUILT_IN}`, ...here.notes] };
  }
}

async function builtIn(readHere: ReadHere): Promise<Reading> {
  const { text, languages, notes } = await readHere();
  return { text, engine: "wasm", model: languages, notes };
}

async function readPrepared(
  engine: CustomEngine,
  { ask }: AskedEngines,
  { shown, readHere }: { readonly shown: ShownPage; readonly readHere: ReadHere },
): Promise<Reading> {
  const { lang } = shown.options;
  let reader: EngineReader | undefined;
  const { text, notes } = await readHere((languages) => {
    reader = new EngineReader(engine, ask, lang === "auto" ? languages : lang);
    return reader;
  });
  // Only languages that were detected matter: whether one is installed for the built-in recogniser does not.
  const ofLanguages = lang === "auto" ? notes : [];
  return { text, engine, model: reader?.model ?? "", notes: [...ofLanguages, ...(reader?.notes ?? [])] };
}

const NAMES = {
  tesseract: "Tesseract",
  onnx: "The ONNX models",
  service: "The OCR service",
} as const satisfies Record<CustomEngine, string>;

const BUILT_IN = "The page was read by the built-in recogniser.";
