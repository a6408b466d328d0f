import {
  A4,
  notesBelowLine,
  pageSize,
  textSection,
  type Block,
  type PageNumbering,
  type PageParts,
  type PageSize,
  type Section,
} from "../../model/flow-document.ts";
import type { PartDestination } from "./rtf-destinations.ts";
import { RtfFlow } from "./rtf-flow.ts";

/** Blocks of the headers and footers of a section by their destination. */
type Parts = Partial<Record<PartDestination, readonly Block[]>>;

/** A section as it is written. */
interface OpenSection {
  readonly text: RtfFlow;
  readonly parts: Partial<Record<PartDestination, RtfFlow>>;
  hasFirstPage: boolean;
  isContinuous: boolean;
  width: number | undefined;
  height: number | undefined;
  /** Its pages are numbered from the start again. */
  restarts: boolean;
  firstNumber: number;
  numberFormat: string;
}

interface ReadSection extends PageSize {
  blocks: readonly Block[];
  readonly parts: Parts;
  readonly hasFirstPage: boolean;
  readonly numbering: PageNumbering;
}

const TWIPS = 20;

/** The sections of an RTF document: their text, headers and pages. */
export class RtfSections {
  readonly #read: ReadSection[] = [];
  #open = openSection();
  #page: PageSize = A4;
  #hasEvenPages = false;
  /** The number of the first page of the document. */
  #firstNumber: number | undefined;
  readonly #controls: Readonly<Record<string, (value: number) => void>> = {
    sect: () => this.#end(),
    sectd: () => void (this.#open = { ...openSection(), text: this.#open.text, parts: this.#open.parts }),
    titlepg: () => void (this.#open.hasFirstPage = true),
    facingp: () => void (this.#hasEvenPages = true),
    sbknone: () => void (this.#open.isContinuous = true),
    sbkcol: () => void (this.#open.isContinuous = true),
    paperw: (value) => void (this.#page = { ...this.#page, width: value / TWIPS }),
    paperh: (value) => void (this.#page = { ...this.#page, height: value / TWIPS }),
    margl: (value) => void (this.#page = { ...this.#page, margin: value / TWIPS }),
    pgwsxn: (value) => void (this.#open.width = value / TWIPS),
    pghsxn: (value) => void (this.#open.height = value / TWIPS),
    pgnstart: (value) => void (this.#firstNumber = value),
    pgnstarts: (value) => void (this.#open.firstNumber = value),
    pgnrestart: () => void (this.#open.restarts = true),
    pgnlcrm: () => void (this.#open.numberFormat = "lowerRoman"),
    pgnucrm: () => void (this.#open.numberFormat = "upperRoman"),
    pgnlcltr: () => void (this.#open.numberFormat = "lowerLetter"),
    pgnucltr: () => void (this.#open.numberFormat = "upperLetter"),
  };

  /** Where the text of the section goes. */
  get text(): RtfFlow {
    return this.#open.text;
  }

  /** Starts a header or footer of the section, instead of the one that it had. */
  start(part: PartDestination): void {
    this.#open.parts[part] = new RtfFlow();
  }

  part(part: PartDestination): RtfFlow {
    return (this.#open.parts[part] ??= new RtfFlow());
  }

  control(word: string, value = 0): void {
    this.#controls[word]?.(value);
  }

  /** All sections, the last of them with the notes. */
  sections(notes: readonly Block[]): readonly Section[] {
    this.#end();
    return this.#read.map((section, index) => {
      const isLast = index === this.#read.length - 1;
      const blocks = isLast ? [...section.blocks, ...notesBelowLine(notes)] : section.blocks;
      return textSection(blocks, {
        page: pageSize(section),
        numbering:
          index === 0
            ? { ...section.numbering, start: section.numbering.start ?? this.#firstNumber }
            : section.numbering,
        header: this.#repeated(section, ["header", "headerr", "headerf", "headerl"]),
        footer: this.#repeated(section, ["footer", "footerr", "footerf", "footerl"]),
      });
    });
  }

  #end(): void {
    const { text, parts, hasFirstPage, isContinuous, width, height } = this.#open;
    const { restarts, firstNumber, numberFormat: format } = this.#open;
    const last = this.#read.at(-1);
    const own = Object.fromEntries(Object.entries(parts).map(([name, flow]) => [name, flow.blocks()]));
    const page = { ...this.#page, width: width ?? this.#page.width, height: height ?? this.#page.height };
    const blocks = text.blocks();
    const goesOn = isContinuous && Object.keys(own).length === 0 && page.width === last?.width;
    if (last && goesOn) last.blocks = [...last.blocks, ...blocks];
    else if (blocks.length > 0 || !last)
      this.#read.push({
        ...page,
        blocks,
        parts: { ...last?.parts, ...own },
        hasFirstPage,
        numbering: { start: restarts ? firstNumber : undefined, format },
      });
    this.#open = openSection();
  }

  #repeated(
    { parts, hasFirstPage }: ReadSection,
    [all, odd, first, even]: readonly [PartDestination, PartDestination, PartDestination, PartDestination],
  ): PageParts {
    return {
      every: parts[all] ?? parts[odd] ?? [],
      first: hasFirstPage ? (parts[first] ?? []) : undefined,
      even: this.#hasEvenPages ? parts[even] : undefined,
    };
  }
}

function openSection(): OpenSection {
  return {
    text: new RtfFlow(),
    parts: {},
    hasFirstPage: false,
    isContinuous: false,
    width: undefined,
    height: undefined,
    restarts: false,
    firstNumber: 1,
    numberFormat: "decimal",
  };
}
