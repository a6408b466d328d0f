import { compoundFileStreams } from "../../archive/compound-file.ts";
import {
  textSection,
  type Block,
  type FlowDocument,
  type PageParts,
  type Section,
} from "../../model/flow-document.ts";
import { trimmedCell } from "../../model/merged-cells.ts";
import { Anchors, rangesOf } from "./anchors.ts";
import { oldSections, type DocSection } from "./sections.ts";
import type { Range } from "./position-ranges.ts";
import { StoryReader } from "./story-reader.ts";
import {
  damagedWord,
  DOCUMENT_PROPERTIES,
  HEADERS,
  placesOf,
  streamOf,
  wordStreams,
  type WordStreams,
} from "./word-streams.ts";
import { readWord95 } from "./word-95.ts";
import { wordText } from "./word-text.ts";

/** Reads a Word document from before 2007 (DOC); of Word 95 and older, only the text. */
export async function readDoc(bytes: Uint8Array): Promise<FlowDocument> {
  const files = await compoundFileStreams(bytes);
  try {
    const main = streamOf(files, "WordDocument");
    if (main && main.length > VERSION_AT + 2 && main.readUInt16LE(VERSION_AT) < WORD_97)
      return readWord95(main);
    const streams = wordStreams(files);
    const sections = new DocReader(streams).sections();
    return { title: "", sections, notes: [], files: [] };
  } catch (cause) {
    // Offsets that point outside of the file.
    if (cause instanceof RangeError) throw damagedWord(cause);
    throw cause;
  }
}

const VERSION_AT = 2;
/** The first version of the format that Word 97 writes. */
const WORD_97 = 0xc1;

/** Stories of headers that belong to no section: separators of notes. */
const SEPARATORS = 6;

/** Stories of headers of each section, in their order. */
const STORIES = ["evenHeader", "header", "evenFooter", "footer", "firstHeader", "firstFooter"] as const;
type Story = (typeof STORIES)[number];

type Stories = Readonly<Partial<Record<Story, Range>>>;

class DocReader {
  readonly #streams: WordStreams;
  readonly #anchors: Anchors;
  readonly #reader: StoryReader;
  readonly #read = (range: Range): readonly Block[] => this.#reader.blocks(range);
  readonly #headers: readonly Range[];

  constructor(streams: WordStreams) {
    this.#streams = streams;
    this.#anchors = new Anchors(streams);
    this.#reader = new StoryReader(streams, wordText(streams), (position) =>
      this.#anchors.at(position, this.#read),
    );
    this.#headers = rangesOf(streams, "headers", placesOf(streams.structure(HEADERS), 0).positions);
  }

  sections(): readonly Section[] {
    const groups = this.#groups();
    return groups.map(({ sections, stories }, index) => {
      const blocks = sections.flatMap(this.#read);
      const boxes = index === groups.length - 1 ? this.#anchors.otherBoxes(this.#read) : [];
      const header = this.#parts(sections, stories, ["header", "firstHeader", "evenHeader"]);
      const footer = this.#parts(sections, stories, ["footer", "firstFooter", "evenFooter"]);
      const [first] = sections;
      return textSection([...blocks, ...boxes, ...this.#anchors.notes(this.#read)], {
        ...(first && { page: first.page, numbering: first.numbering }),
        header,
        footer,
      });
    });
  }

  /** Sections that go on below the one before are read as one, unless they have pages or headers of their own. */
  #groups(): readonly Group[] {
    const groups: Group[] = [];
    for (const [index, section] of oldSections(this.#streams).entries()) {
      const own = this.#stories(index);
      const last = groups.at(-1);
      const isSame = section.page.width === last?.sections[0]?.page.width && Object.keys(own).length === 0;
      if (last && section.isContinuous && isSame) last.sections.push(section);
      else groups.push({ sections: [section], stories: { ...last?.stories, ...own } });
    }
    return groups;
  }

  /** The section's own headers and footers; those that are empty are those of the section before. */
  #stories(section: number): Stories {
    const first = SEPARATORS + section * STORIES.length;
    return Object.fromEntries(
      STORIES.map((story, index) => [story, this.#headers[first + index]] as const).filter(
        ([, range]) => range && range.end > range.start,
      ),
    );
  }

  #parts(
    [section]: readonly DocSection[],
    stories: Stories,
    [every, first, even]: readonly [every: Story, first: Story, even: Story],
  ): PageParts {
    const blocksOf = (story: Story): readonly Block[] => {
      const range = stories[story];
      return range ? trimmedCell(this.#read(range)) : [];
    };
    return {
      every: blocksOf(every),
      first: section?.hasFirstPage ? blocksOf(first) : undefined,
      even: this.#hasEvenPages ? blocksOf(even) : undefined,
    };
  }

  get #hasEvenPages(): boolean {
    return ((this.#streams.structure(DOCUMENT_PROPERTIES)[0] ?? 0) & 1) !== 0;
  }
}

/** Sections that share their pages. */
interface Group {
  readonly sections: DocSection[];
  readonly stories: Stories;
}
