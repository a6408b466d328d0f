import { deciding } from "../../page/decision-log.ts";
import type { Block, BlockPlace, TextBlock, TextEmphasis } from "../model/block.ts";
import type { PageBlock, PageTextBlock } from "../model/page-structure.ts";
import type { BodyText } from "./body-text.ts";
import { goesOn } from "./continued.ts";
import type { WordUse } from "../../layout/order/word-use.ts";
import { type DocumentPage, isText, type Placed, placedOn, type PlacedText } from "./document-page.ts";
import { isFormula } from "../geometry/formulas/formula-signs.ts";
import { codeText, isCode, isFootnote } from "./kinds-of-text.ts";
import { type JoinedText, joinedText, onOneLine } from "./joined-text.ts";
import {
  asOwnParagraph,
  isList,
  isMoreOf,
  isSameItem,
  ItemCount,
  type ListPart,
  nestedItems,
  openItem,
  recordList,
} from "./lists.ts";
import { Places } from "./places.ts";
import type { RunningKind } from "./running-text.ts";
import { TableWriter } from "./table-writer.ts";

/** What was found over all pages. */
export interface DocumentFacts {
  readonly running: ReadonlyMap<PageBlock, RunningKind>;
  readonly levels: ReadonlyMap<PageBlock, number>;
  /** Entries of tables of contents. */
  readonly entries: ReadonlySet<PageBlock>;
  readonly captions: ReadonlyMap<PageBlock, PageTextBlock>;
  readonly texts: ReadonlyMap<PageBlock, JoinedText>;
  readonly body: BodyText;
  readonly use: WordUse;
}

/** Adds what was begun to the blocks of the document, once it is complete. */
type Draft = (blocks: Block[]) => void;

/** A paragraph or code that may go on. */
interface OpenText {
  readonly parts: PlacedText[];
  readonly kind: "paragraph" | "code";
}

/** Writes the blocks of a document one after the other; later ones may continue earlier ones. */
export class BlockWriter {
  readonly #facts: DocumentFacts;
  readonly #captions: ReadonlySet<PageBlock>;
  readonly #places = new Places();
  readonly #tables: TableWriter;
  readonly #drafts: Draft[] = [];
  #text: OpenText | undefined;
  #list: ListPart | undefined;
  readonly #count = new ItemCount();
  #hasTitle = false;

  constructor(facts: DocumentFacts) {
    this.#facts = facts;
    this.#tables = new TableWriter(this.#places, facts.use);
    this.#captions = new Set(facts.captions.values());
  }

  /** Pages on which the tags of a table contradict the places of its cells. */
  get contradicted(): ReadonlySet<DocumentPage> {
    return this.#tables.contradicted;
  }

  write(placed: Placed): void {
    const { block } = placed;
    if (this.#captions.has(block)) return;
    const running = this.#facts.running.get(block);
    if (isText(placed)) {
      if (running === undefined) this.#writeText(placed);
      else this.#pushText(running, [placed]);
      return;
    }
    this.#writeOther(placed);
  }

  finish(): readonly Block[] {
    const blocks: Block[] = [];
    for (const draft of this.#drafts) draft(blocks);
    return blocks;
  }

  #writeOther(placed: Placed): void {
    const { block, page } = placed;
    const caption = this.#captionOf(placed);
    if (block.kind === "table") {
      const written = this.#tables.write({ page, block, box: block.box }, caption);
      if (written !== undefined) this.#drafts.push((blocks) => blocks.push(written(nextId(blocks))));
      this.#list = undefined;
      return;
    }
    if (block.kind === "text") return;
    const places = [this.#places.of(page, block.box)];
    if (block.kind === "figure") {
      const { description = "" } = block;
      const text = caption?.text ?? "";
      this.#drafts.push((blocks) =>
        blocks.push({
          kind: "figure",
          caption: text,
          description,
          places,
          confidence: 1,
          id: nextId(blocks),
        }),
      );
      return;
    }
    this.#closeText();
    const { label, value, checked } = block;
    this.#drafts.push((blocks) => {
      const id = nextId(blocks);
      if (checked === null) blocks.push({ kind: "form_field", label, value, places, confidence: 1, id });
      else blocks.push({ kind: "check_box", label, checked, places, confidence: 1, id });
    });
  }

  #captionOf({ page, block }: Placed): { readonly text: string; readonly placed: PlacedText } | undefined {
    const caption = this.#facts.captions.get(block);
    if (caption === undefined) return undefined;
    return {
      text: onOneLine(joinedText(caption.lines, this.#facts.use)).text,
      placed: placedOn(page, caption),
    };
  }

  #writeText(placed: PlacedText): void {
    const { role } = placed.block;
    const level = this.#facts.levels.get(placed.block);
    const { text } = this.#joinedBlock(placed.block);
    if (role?.kind === "title") {
      this.#writeHeading(placed, 1);
    } else if (level !== undefined) {
      this.#writeHeading(placed, level);
    } else if (isCode(placed, this.#facts.body)) {
      this.#writeCode(placed);
    } else if (isFootnote(placed, text, this.#facts.body)) {
      this.#pushText("footnote", [placed]);
    } else if (role?.kind === "item" || role === undefined ? this.#addToList(placed, text) : false) {
      this.#text = undefined;
    } else if (role === undefined ? isFormula(text) : role.kind === "formula") {
      this.#closeText();
      this.#pushText("formula", [placed]);
    } else {
      this.#writeParagraph(placed);
    }
  }

  #writeHeading(placed: PlacedText, level: number): void {
    this.#closeText();
    this.#count.clear();
    this.#tables.close();
    const isTitle = level === 1 && !this.#hasTitle && placed.page.number === 1 && this.#isOnlyOfLevel(1);
    if (isTitle) {
      this.#hasTitle = true;
      this.#pushText("title", [placed]);
      return;
    }
    const { text, links } = onOneLine(this.#joinedBlock(placed.block));
    const parts = [placed];
    this.#drafts.push((blocks) =>
      blocks.push({
        kind: "heading",
        level,
        text,
        links,
        emphasis: [],
        places: this.#placesOf(parts),
        confidence: confidenceOf(parts),
        id: nextId(blocks),
      }),
    );
  }

  #isOnlyOfLevel(level: number): boolean {
    return [...this.#facts.levels.values()].filter((own) => own === level).length === 1;
  }

  #writeCode(placed: PlacedText): void {
    this.#list = undefined;
    const open = this.#text;
    if (open?.kind === "code" && open.parts.at(-1)?.page === placed.page) {
      open.parts.push(placed);
      return;
    }
    const text: OpenText = { parts: [placed], kind: "code" };
    this.#text = text;
    const { parts } = text;
    this.#drafts.push((blocks) =>
      blocks.push({
        kind: "code",
        text: codeText(parts),
        places: this.#placesOf(parts),
        confidence: confidenceOf(parts),
        id: nextId(blocks),
      }),
    );
  }

  #writeParagraph(placed: PlacedText): void {
    const open = this.#text;
    const last = open?.parts.at(-1);
    const mayGoOn = open?.kind === "paragraph" && last !== undefined && !this.#facts.entries.has(last.block);
    if (mayGoOn && goesOn(last, placed)) {
      open.parts.push(placed);
      return;
    }
    this.#closeText();
    this.#tables.close();
    const text: OpenText = { parts: [placed], kind: "paragraph" };
    this.#text = text;
    this.#pushText("paragraph", text.parts);
  }

  /** Adds an item, or a further paragraph of one, to the open list; false if the text is neither. */
  #addToList(placed: PlacedText, text: string): boolean {
    const { page, block, box } = placed;
    const last = this.#list?.items.at(-1);
    const item = openItem(block, text);
    if (last !== undefined && (item === undefined ? isMoreOf(last, placed) : isSameItem(last, item))) {
      last.lines.push(...(item === undefined ? asOwnParagraph(block.lines) : block.lines));
      last.places.push(this.#places.of(page, box));
      return true;
    }
    if (item === undefined) return false;
    item.places.push(this.#places.of(page, box));
    if (this.#list !== undefined && last?.role?.list === item.role?.list) {
      this.#list.items.push(item);
      this.#count.add(item, this.#list);
      return true;
    }
    this.#closeText();
    const list: ListPart = { items: [item], isInterrupted: false };
    this.#list = list;
    this.#count.add(item, list);
    this.#drafts.push((blocks) => this.#writeItems(list, blocks));
    return true;
  }

  #writeItems(list: ListPart, blocks: Block[]): void {
    const { body, use } = this.#facts;
    const { items } = list;
    const areItems = isList(list);
    if (deciding.log !== undefined) recordList(list, areItems);
    if (areItems) {
      blocks.push({
        kind: "list",
        ordered: items[0]?.marker.ordered ?? false,
        items: nestedItems(items, (emphasis) => emphasisIn(emphasis, body), use),
        places: items.flatMap((item) => item.places),
        confidence: meanConfidence(items.flatMap(({ lines }) => lines)),
        id: nextId(blocks),
      });
      return;
    }
    for (const { lines, places } of items) {
      const { text, links, emphasis } = joinedText(lines, use);
      blocks.push({
        kind: "paragraph",
        text,
        links,
        emphasis: emphasisIn(emphasis, body),
        places,
        confidence: meanConfidence(lines),
        id: nextId(blocks),
      });
    }
  }

  #pushText(kind: TextBlock["kind"], parts: readonly PlacedText[]): void {
    this.#drafts.push((blocks) => {
      const joined = this.#joined(parts);
      const { text, links, emphasis } = kind === "title" ? onOneLine(joined) : joined;
      const shown = kind === "title" || kind === "formula" ? [] : emphasisIn(emphasis, this.#facts.body);
      const places = this.#placesOf(parts);
      const confidence = confidenceOf(parts);
      blocks.push({ kind, text, links, emphasis: shown, places, confidence, id: nextId(blocks) });
    });
  }

  #joined(parts: readonly PlacedText[]): JoinedText {
    const [only] = parts;
    return only !== undefined && parts.length === 1
      ? this.#joinedBlock(only.block)
      : joinedText(
          parts.flatMap(({ block }) => block.lines),
          this.#facts.use,
        );
  }

  #joinedBlock(block: PageTextBlock): JoinedText {
    return this.#facts.texts.get(block) ?? joinedText(block.lines, this.#facts.use);
  }

  #placesOf(parts: readonly PlacedText[]): readonly BlockPlace[] {
    return parts.map(({ page, box }) => this.#places.of(page, box));
  }

  #closeText(): void {
    this.#text = undefined;
    this.#list = undefined;
  }
}

/** The id of the block that comes after `blocks`. */
function nextId({ length }: readonly Block[]): string {
  return `b${length + 1}`;
}

/** In a document whose text is bold or italic, that is no emphasis. */
function emphasisIn(emphasis: readonly TextEmphasis[], { style }: BodyText): readonly TextEmphasis[] {
  if (!style.bold && !style.italic) return emphasis;
  return emphasis
    .map((own) => ({ ...own, bold: own.bold && !style.bold, italic: own.italic && !style.italic }))
    .filter(({ bold, italic }) => bold || italic);
}

function confidenceOf(parts: readonly PlacedText[]): number {
  const [only] = parts;
  return meanConfidence(
    only !== undefined && parts.length === 1 ? only.block.lines : parts.flatMap(({ block }) => block.lines),
  );
}

function meanConfidence(lines: PageTextBlock["lines"]): number {
  let sum = 0;
  for (const { confidence = 1 } of lines) sum += confidence;
  return Math.round((sum / Math.max(1, lines.length)) * 100) / 100;
}
