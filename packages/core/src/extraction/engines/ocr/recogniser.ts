import type { TesseractApi, TesseractIterator } from "tesseract.js-core/tesseract-core-simd-lstm.js";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { type LanguageData, readLanguageData } from "./language-data.ts";
import type { RecognisedWord } from "./recognised-word.ts";
import { ReadingMonitor } from "./reading-monitor.ts";
import { confidenceBySigns } from "./sign-confidence.ts";
import { startTesseract, type Tesseract } from "./tesseract-library.ts";
import { withWordsJoined } from "./words-without-blanks.ts";

/** Tesseract's page segmentation modes. */
export const SEGMENTATION = {
  /** A page of any layout. */
  PAGE: 3,
  /** One column of text of varying size, such as a receipt. */
  COLUMN: 4,
  /** One block of text whose lines run across its whole width. */
  BLOCK: 6,
  /** One line. */
  LINE: 7,
  /** As much text as possible, in no particular order. */
  SPARSE: 11,
} as const;
export type Segmentation = (typeof SEGMENTATION)[keyof typeof SEGMENTATION];

/** Tesseract's engine mode for the neural network, the only engine that the language data supports. */
const LSTM_ONLY = 1;

/** Tesseract's iterator levels. */
const LEVEL = { LINE: 2, WORD: 3, SIGN: 4 } as const;

/** Words with at least this many characters and a confidence below `DOUBTFUL` are rated character by character. */
const FEWEST_SIGNS = 4;
const DOUBTFUL = 0.6;

/** Below this resolution Tesseract guesses one and logs a warning. */
const LEAST_DPI = 70;

/** Result of recognising an image. */
export interface LinesRead {
  readonly words: readonly RecognisedWord[];
  /** Number of lines, including lines without words. */
  readonly lines: number;
  /** False if recognition stopped before the end of the image. */
  readonly isWhole: boolean;
}

/** Recognises text in images, in the languages it was started with. Holds about 70 MB of memory. */
export class Recogniser implements Disposable {
  readonly #tesseract: Tesseract;
  readonly #api: TesseractApi;
  /** Undefined if lines cannot be counted. */
  readonly #monitor: ReadingMonitor | undefined;

  private constructor(tesseract: Tesseract, api: TesseractApi) {
    this.#tesseract = tesseract;
    this.#api = api;
    this.#monitor = tesseract.clock && new ReadingMonitor(tesseract, tesseract.clock);
  }

  /**
   * Starts a recogniser. List the most likely language first.
   *
   * @throws ExtractionError `RESOURCE_LIMIT` if the processor is not supported, `BAD_OPTION` if the data is damaged.
   */
  static async start(languages: readonly LanguageData[]): Promise<Recogniser> {
    const tesseract = await startTesseract();
    for (const language of languages) {
      tesseract.library.FS.writeFile(`./${language.code}.traineddata`, await readLanguageData(language));
    }
    const api = new tesseract.library.TessBaseAPI();
    const codes = languages.map((language) => language.code).join("+");
    if (api.Init(null, codes, LSTM_ONLY) === -1) {
      const message = `lang: the language data of ${codes} cannot be used`;
      throw new ExtractionError("BAD_OPTION", message, { option: "lang" });
    }
    // Otherwise the text of a line has a blank between all words, also of scripts without blanks.
    api.SetVariable("preserve_interword_spaces", "1");
    // Tesseract has loaded the files; keeping them would hold the data in memory twice.
    for (const { code } of languages) tesseract.library.FS.unlink(`./${code}.traineddata`);
    return new Recogniser(tesseract, api);
  }

  /** Memory held, in bytes. It grows with large images and never shrinks. */
  get bytes(): number {
    return this.#tesseract.memory.buffer.byteLength;
  }

  /** Returns the words in the first `mostLines` lines of an image, in reading order. */
  recognise(image: GreyImage, segmentation: Segmentation, mostLines = Infinity): readonly RecognisedWord[] {
    return this.read(image, segmentation, mostLines).words;
  }

  /** Like `recognise`, and also returns the number of lines and whether recognition was complete. */
  read(image: GreyImage, segmentation: Segmentation, mostLines: number): LinesRead {
    this.#api.SetPageSegMode(segmentation);
    this.#show(image);
    const monitor = mostLines === Infinity ? null : (this.#monitor?.startedFor(mostLines) ?? null);
    const before = this.#monitor?.lines ?? 0;
    const isWhole = this.#api.Recognize(monitor) === 0;
    const lines = (this.#monitor?.lines ?? 0) - before;
    if (!isWhole && monitor === null) return { words: [], lines, isWhole };
    const words = this.#words();
    this.#api.Clear();
    return { words, lines, isWhole };
  }

  [Symbol.dispose](): void {
    this.#api.End();
    this.#tesseract.library.destroy(this.#api);
  }

  #show({ data, width, height, dpi }: GreyImage): void {
    const { library, memory } = this.#tesseract;
    const address = library._malloc(width * height);
    if (address === 0) throw new RangeError("Array buffer allocation failed in the recogniser");
    // Read `memory.buffer` after the allocation, which may have replaced it with a larger one.
    new Uint8Array(memory.buffer).set(data, address);
    // Tesseract copies the pixels, so the buffer can be freed.
    this.#api.SetImage(address, width, height, 1, width);
    library._free(address);
    this.#api.SetSourceResolution(Math.max(LEAST_DPI, Math.round(dpi)));
  }

  #words(): readonly RecognisedWord[] {
    const { library } = this.#tesseract;
    const iterator = this.#api.GetIterator();
    if (library.getPointer(iterator) === 0) return [];
    const words: RecognisedWord[] = [];
    const afterBlank = new Set<RecognisedWord>();
    let line = 0;
    let rest = "";
    iterator.Begin();
    do {
      if (iterator.IsAtBeginningOf(LEVEL.LINE)) {
        line++;
        rest = iterator.GetUTF8Text(LEVEL.LINE);
      }
      const word = wordAt(iterator, line);
      if (!word) continue;
      words.push(word);
      const start = rest.indexOf(word.text);
      if (start !== 0) afterBlank.add(word);
      rest = rest.slice(Math.max(0, start) + word.text.length);
    } while (iterator.Next(LEVEL.WORD));
    library.destroy(iterator);
    return withWordsJoined(words, (_, word) => afterBlank.has(word));
  }
}

function wordAt(iterator: TesseractIterator, line: number): RecognisedWord | undefined {
  const text = iterator.GetUTF8Text(LEVEL.WORD).trim();
  if (text === "") return undefined;
  const { x0, y0, x1, y1 } = iterator.getBoundingBox(LEVEL.WORD);
  const baseline = iterator.getBaseline(LEVEL.WORD);
  return {
    text,
    box: { x0, y0, x1, y1 },
    baseline: baseline.has_baseline ? baseline : { x0, y0: y1, x1, y1 },
    line,
    // Last, because it moves the iterator past the start of the word.
    confidence: confidenceOf(iterator, text.length),
  };
}

function confidenceOf(iterator: TesseractIterator, length: number): number {
  const ofWord = between01(iterator.Confidence(LEVEL.WORD));
  if (ofWord >= DOUBTFUL || length < FEWEST_SIGNS) return ofWord;
  const signs = [between01(iterator.Confidence(LEVEL.SIGN))];
  while (!iterator.IsAtFinalElement(LEVEL.WORD, LEVEL.SIGN) && iterator.Next(LEVEL.SIGN)) {
    signs.push(between01(iterator.Confidence(LEVEL.SIGN)));
  }
  return confidenceBySigns(ofWord, signs);
}

function between01(percent: number): number {
  return Math.min(1, Math.max(0, percent / 100));
}
