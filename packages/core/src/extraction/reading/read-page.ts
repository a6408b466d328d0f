import type { ReadPageExplanation } from "../explain/page-explanation.ts";
import type { ExtractOptions } from "../options/extract-options.ts";
import { findsStructure } from "../options/renditions.ts";
import type { PageFailed, PageOutcome, PageRead } from "../result/extracted-document.ts";
import type { TextSource } from "../page/text-source.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import { isInReadingOrder } from "../page/layout-options.ts";
import { type LaidOutPage, layOutPage } from "../layout/layout-page.ts";
import type { OpenedDocument } from "../engines/open-document.ts";
import { optionsInMode } from "../options/options-in-mode.ts";
import { isOutOfMemory } from "../failure/out-of-memory.ts";
import { withChosenText } from "../page/chosen-glyphs.ts";
import { contentJson } from "../page/content-json.ts";
import { DecisionLog, withDecisions } from "../page/decision-log.ts";
import type { PageContent } from "../page/page-content.ts";
import type { FreeThreads } from "../recognition/recognisers/free-threads.ts";
import type { AskedEngines } from "../recognition/engines/engines.ts";
import type { RecognisedPage } from "../recognition/recognisers/page-to-recognise.ts";
import type { RecognitionPlaces } from "../recognition/engines/recognition-places.ts";
import { pageStructure } from "../structure/page-structure.ts";
import { chooseTextSource } from "./choose-text-source.ts";

/** Settings for reading the pages of a document. */
export interface Reading {
  readonly options: ExtractOptions;
  readonly places: RecognitionPlaces;
  /** Whether the decisions about the page are recorded. */
  readonly explains?: boolean;
  /** Other threads that can recognise parts of a page. */
  readonly freeThreads?: FreeThreads;
  /** Engines of recognition besides the built-in one. */
  readonly engines?: AskedEngines | undefined;
}

/** Reads one page and lays out its text. Never throws: on failure, the outcome has the error message. */
export async function readPage(
  document: OpenedDocument,
  number: number,
  reading: Reading,
): Promise<PageOutcome> {
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    const options = optionsInMode(reading.options);
    const page = await readAndLayOut(document, number, { ...reading, options });
    return { ...page, seconds: seconds() };
  } catch (error) {
    return { ...failureOf(number, error), seconds: seconds() };
  }
}

async function readAndLayOut(
  document: OpenedDocument,
  number: number,
  reading: Reading,
): Promise<Omit<PageRead, "seconds">> {
  const page = await chosenPage(document, number, reading.options);
  const { engine, fault } = page.own;
  const { source, reason, content, notes, recognition } = await withRecognisedText(document, page, reading);
  const { layout, directions, notes: ofLayout } = layOutPage(content, reading.options);
  return {
    ok: true,
    number,
    engine,
    textSource: source,
    reason,
    garbled: fault !== "",
    message: [
      fault === "" ? "" : `The page's own text is garbled. ${fault}`,
      ...notes,
      ...content.notes,
      ...ofLayout,
    ]
      .filter((note) => note !== "")
      .join(" "),
    ...layout,
    width: content.width,
    height: content.height,
    rotation: content.rotation,
    fields: content.fields,
    rules: content.rules,
    images: content.images.map(({ box, pixelWidth, pixelHeight }) => ({ box, pixelWidth, pixelHeight })),
    ...recognition,
    ...(page.keepsStructure &&
      structureOf(content, directions, reading.explains === true ? number : undefined)),
  };
}

/** @param explained the page's number if its decisions are recorded */
function structureOf(
  content: PageContent,
  directions: LaidOutPage["directions"],
  explained: number | undefined,
): Pick<PageRead, "structure" | "explanation"> {
  if (explained === undefined) return { structure: JSON.stringify(pageStructure(content, directions())) };
  const log = new DecisionLog(explained);
  const structure = JSON.stringify(withDecisions(log, () => pageStructure(content, directions())));
  const { decisions, omitted } = log;
  const explanation: ReadPageExplanation = { decisions, omitted, content: contentJson(content) };
  return { structure, explanation: JSON.stringify(explanation) };
}

/** A page as its engine has read it, and what is to be done with it. */
interface ChosenPage {
  readonly number: number;
  readonly own: Awaited<ReturnType<OpenedDocument["readPage"]>>;
  readonly choice: ReturnType<typeof chooseTextSource>;
  /** The options ask for it, or the page could not be read again as it is now: recognition costs seconds, and passwords are not kept. */
  readonly keepsStructure: boolean;
}

async function chosenPage(
  document: OpenedDocument,
  number: number,
  options: ExtractOptions,
): Promise<ChosenPage> {
  const read = async (structure: boolean): Promise<ChosenPage["own"]> => {
    const wanted = { blocks: isInReadingOrder(options), annotationNotes: options.remarkText === "keep" };
    const page = await document.readPage(number, { ...wanted, structure });
    return { ...page, content: withChosenText(page.content, options) };
  };
  const isAsked = findsStructure(options) || options.password !== "";
  const own = await read(isAsked);
  const choice = chooseTextSource(own.content, own.fault, options);
  const isRecognised = choice.source === "ocr" || choice.source === "mixed";
  if (isAsked || !isRecognised) return { number, own, choice, keepsStructure: isAsked };
  return { number, own: await read(true), choice, keepsStructure: true };
}

const NOTHING_RECOGNISED = "Nothing could be recognised on it, so that its own text stands.";

interface PageWithText {
  readonly content: PageContent;
  readonly source: TextSource;
  readonly reason: string;
  readonly notes: readonly string[];
  readonly recognition: Pick<PageRead, "recognisers" | "confidence" | "doubtful">;
}

async function withRecognisedText(
  document: OpenedDocument,
  { number, own: { content: own, fault }, choice }: ChosenPage,
  { options, places, freeThreads, engines }: Reading,
): Promise<PageWithText> {
  const { source, reason, message } = choice;
  if (source === "native" || source === "none") return unrecognised(own, choice, [message]);
  // Loaded on first use, because most pages have their own text.
  const { recognisePage } = await import("../recognition/recognise-page.ts");
  try {
    const page = { document, number, content: own, choice: { ...choice, source }, freeThreads, engines };
    const recognised = await recognisePage(page, options, places);
    const notes = [message, ...recognised.notes];
    if (recognised.source !== "none" || fault === "")
      return { ...recognised, notes, recognition: recordOf(recognised) };
    // Garbled text is better than none: parts may be legible, and its positions are right.
    return unrecognised(own, { source: "native", reason }, [...notes, NOTHING_RECOGNISED]);
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    const hasOwnText = source === "mixed" || fault !== "";
    return unrecognised(own, { source: hasOwnText ? "native" : "none", reason }, [error.message]);
  }
}

function unrecognised(
  content: PageContent,
  { source, reason }: Pick<PageWithText, "source" | "reason">,
  notes: readonly string[],
): PageWithText {
  return { content, source, reason, notes, recognition: {} };
}

function recordOf({ recognisers, confidence, isDoubtful }: RecognisedPage): PageWithText["recognition"] {
  return {
    ...(recognisers.length > 0 && { recognisers }),
    ...(confidence !== undefined && { confidence }),
    ...(isDoubtful && { doubtful: true as const }),
  };
}

function failureOf(number: number, error: unknown): Omit<PageFailed, "seconds"> {
  if (isOutOfMemory(error)) {
    return {
      ok: false,
      number,
      reason: "memory",
      message: `Page ${number} exceeded the memory limit.`,
    };
  }
  return { ok: false, number, reason: "damaged", message: damageOf(number, error) };
}

/** Error message that begins with the page number, exactly once. */
function damageOf(number: number, error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  return detail.startsWith(`Page ${number} `) ? detail : `Page ${number} could not be read: ${detail}`;
}
