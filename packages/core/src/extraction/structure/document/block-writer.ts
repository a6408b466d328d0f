import { markerOf } from "../geometry/markers.ts";
import type { Block, BlockPlace, TextBlock, TextEmphasis } from "../model/block.ts";
import type { PageBlock, PageTextBlock } from "../model/page-structure.ts";
import { goesOn } from "./continued.ts";
import { type BodyText, isText, type Placed, placedOn, type PlacedText } from "./document-page.ts";
import { isFormula } from "../geometry/formula-signs.ts";
import { codeText, isCode, isFootnote } from "./kinds-of-text.ts";
import { type JoinedText, joinedText, onOneLine } from "./joined-text.ts";
import { isList, nestedItems, type OpenItem, TAGGED_INDENT } from "./lists.ts";
import { Places } from "./places.ts";
import type { RunningKind } from "./running-text.ts";
import { TableWriter } from "./table-writer.ts";

/** What was found over all pages. */
export interface DocumentFacts {
  readonly running: ReadonlyMap<PageBlock, RunningKind>;
  readonly levels: ReadonlyMap<PageBlock, number>;
  readonly captions: ReadonlyMap<PageBlock, PageTextBlock>;
  readonly texts: ReadonlyMap<PageBlock, JoinedText>;
  readonly body: BodyText;
}

/** A block without its number. */
export type NewBlock = Block extends infer B ? (B extends Block ? Omit<B, "id"> : never) : never;

/** How a block is written once it is complete. */
type Draft = () => readonly NewBlock[];

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
  readonly #tables = new TableWriter(this.#places);
  readonly #drafts: Draft[] = [];
  #text: OpenText | undefined;
  #items: OpenItem[] | undefined;
  #hasTitle = false;

  constructor(facts: DocumentFacts) {
    this.#facts = facts;
    this.#captions = new Set(facts.captions.values());
  }

  write(placed: Placed): void {
    const { block } = placed;
    if (this.#captions.has(block)) return;
    const running = this.#facts.running.get(block);
    if (isText(placed)) {
      if (running === undefined) this.#writeText(placed);
      else this.#pushText(running, placed);
      return;
    }
    this.#writeOther(placed);
  }

  finish(): readonly NewBlock[] {
    return this.#drafts.flatMap((draft) => draft());
  }

  #writeOther(placed: Placed): void {
    const { block, page } = placed;
    const caption = this.#captionOf(placed);
    if (block.kind === "table") {
      const written = this.#tables.write({ page, block, box: block.box }, caption);
      if (written !== undefined) this.#drafts.push(() => [written()]);
      this.#items = undefined;
      return;
    }
    if (block.kind === "text") return;
    const places = [this.#places.of(page, block.box)];
    if (block.kind === "figure") {
      const { description = "" } = block;
      this.#drafts.push(() => [
        { kind: "figure", caption: caption?.text ?? "", description, places, confidence: 1 },
      ]);
      return;
    }
    this.#closeText();
    const { label, value, checked } = block;
    this.#drafts.push(() =>
      checked === null
        ? [{ kind: "form_field", label, value, places, confidence: 1 }]
        : [{ kind: "check_box", label, checked, places, confidence: 1 }],
    );
  }

  #captionOf({ page, block }: Placed): { readonly text: string; readonly placed: PlacedText } | undefined {
    const caption = this.#facts.captions.get(block);
    if (caption === undefined) return undefined;
    return { text: onOneLine(joinedText(caption.lines)).text, placed: placedOn(page, caption) };
  }

  #writeText(placed: PlacedText): void {
    const { role } = placed.block;
    const level = this.#facts.levels.get(placed.block);
    const { text } = this.#joined([placed]);
    if (role?.kind === "title") {
      this.#writeHeading(placed, 1);
    } else if (level !== undefined) {
      this.#writeHeading(placed, level);
    } else if (isCode(placed, this.#facts.body)) {
      this.#writeCode(placed);
    } else if (isFootnote(placed, text, this.#facts.body)) {
      this.#pushText("footnote", placed);
    } else if (role?.kind === "item" || role === undefined ? this.#addToList(placed, text) : false) {
      this.#text = undefined;
    } else if (role === undefined ? isFormula(text) : role.kind === "formula") {
      this.#closeText();
      this.#pushText("formula", placed);
    } else {
      this.#writeParagraph(placed);
    }
  }

  #writeHeading(placed: PlacedText, level: number): void {
    this.#closeText();
    this.#tables.close();
    const isTitle = level === 1 && !this.#hasTitle && placed.page.number === 1 && this.#isOnlyOfLevel(1);
    if (isTitle) {
      this.#hasTitle = true;
      this.#pushText("title", placed);
      return;
    }
    const { text, links } = onOneLine(this.#joined([placed]));
    const facts = this.#factsOf([placed]);
    this.#drafts.push(() => [{ kind: "heading", level, text, links, emphasis: [], ...facts }]);
  }

  #isOnlyOfLevel(level: number): boolean {
    return [...this.#facts.levels.values()].filter((own) => own === level).length === 1;
  }

  #writeCode(placed: PlacedText): void {
    this.#items = undefined;
    const open = this.#text;
    if (open?.kind === "code" && open.parts.at(-1)?.page === placed.page) {
      open.parts.push(placed);
      return;
    }
    const text: OpenText = { parts: [placed], kind: "code" };
    this.#text = text;
    this.#drafts.push(() => [{ kind: "code", text: codeText(text.parts), ...this.#factsOf(text.parts) }]);
  }

  #writeParagraph(placed: PlacedText): void {
    const open = this.#text;
    const last = open?.parts.at(-1);
    if (open?.kind === "paragraph" && last !== undefined && goesOn(last, placed)) {
      open.parts.push(placed);
      return;
    }
    this.#closeText();
    this.#tables.close();
    const text: OpenText = { parts: [placed], kind: "paragraph" };
    this.#text = text;
    this.#drafts.push(() => [this.#textBlock("paragraph", text.parts)]);
  }

  /** Adds an item, or a further paragraph of one, to the open list; false if the text is neither. */
  #addToList(placed: PlacedText, text: string): boolean {
    const { page, block, box } = placed;
    const place = this.#places.of(page, box);
    const last = this.#items?.at(-1);
    const item = openItem(block, text, place);
    if (last !== undefined && (item === undefined ? isMoreOf(last, placed) : isSameItem(last, item))) {
      last.lines.push(...(item === undefined ? asOwnParagraph(block.lines) : block.lines));
      last.places.push(place);
      return true;
    }
    if (item === undefined) return false;
    if (last !== undefined && last.role?.list === item.role?.list) {
      this.#items?.push(item);
      return true;
    }
    this.#closeText();
    const list = [item];
    this.#items = list;
    this.#drafts.push(() => this.#listOf(list));
    return true;
  }

  #listOf(items: readonly OpenItem[]): readonly NewBlock[] {
    const places = items.flatMap((item) => item.places);
    const confidence = meanConfidence(items.flatMap(({ lines }) => lines));
    if (isList(items)) {
      const ordered = items[0]?.marker.ordered ?? false;
      const list = nestedItems(items, (emphasis) => emphasisIn(emphasis, this.#facts.body));
      return [{ kind: "list", ordered, items: list, places, confidence }];
    }
    return items.map((item) => {
      const { text, links, emphasis } = joinedText(item.lines);
      const shown = emphasisIn(emphasis, this.#facts.body);
      const facts = { places: item.places, confidence: meanConfidence(item.lines) };
      return { kind: "paragraph", text, links, emphasis: shown, ...facts };
    });
  }

  #pushText(kind: TextBlock["kind"], placed: PlacedText): void {
    this.#drafts.push(() => [this.#textBlock(kind, [placed])]);
  }

  #textBlock(kind: TextBlock["kind"], parts: readonly PlacedText[]): NewBlock {
    const joined = this.#joined(parts);
    const { text, links, emphasis } = kind === "title" ? onOneLine(joined) : joined;
    const shown = kind === "title" || kind === "formula" ? [] : emphasisIn(emphasis, this.#facts.body);
    return { kind, text, links, emphasis: shown, ...this.#factsOf(parts) };
  }

  #joined(parts: readonly PlacedText[]): JoinedText {
    const [only, other] = parts;
    const known = only === undefined || other !== undefined ? undefined : this.#facts.texts.get(only.block);
    return known ?? joinedText(parts.flatMap(({ block }) => block.lines));
  }

  #factsOf(parts: readonly PlacedText[]): Pick<Block, "places" | "confidence"> {
    return {
      places: parts.map(({ page, box }) => this.#places.of(page, box)),
      confidence: meanConfidence(parts.flatMap(({ block }) => block.lines)),
    };
  }

  #closeText(): void {
    this.#text = undefined;
    this.#items = undefined;
  }
}

/** In a document whose text is bold or italic, that is no emphasis. */
function emphasisIn(emphasis: readonly TextEmphasis[], { style }: BodyText): readonly TextEmphasis[] {
  if (!style.bold && !style.italic) return emphasis;
  return emphasis
    .map((own) => ({ ...own, bold: own.bold && !style.bold, italic: own.italic && !style.italic }))
    .filter(({ bold, italic }) => bold || italic);
}

/** The item that a text begins; undefined if it begins none. */
function openItem({ lines, role }: PageTextBlock, text: string, place: BlockPlace): OpenItem | undefined {
  const found = markerOf(text);
  const common = { lines: [...lines], places: [place] };
  if (role?.kind !== "item") {
    if (found === undefined) return undefined;
    const markerLength = text.length - found.rest.length;
    return { ...common, marker: found, markerLength, x0: lines[0]?.x0 ?? 0, role: undefined };
  }
  const x0 = TAGGED_INDENT * role.depth;
  const label = role.label === "" ? found : markerOf(`${role.label} x`);
  const marker = label ?? { marker: role.label || BULLET, rest: text, ordered: /\d/u.test(role.label) };
  const markerLength = role.label === "" && found !== undefined ? text.length - found.rest.length : 0;
  return { ...common, marker, markerLength, x0, role };
}

/** The marker of a tagged item that is printed without one. */
const BULLET = "•";

/** Further paragraphs of an item are indented more than its marker by this, in points. */
const ITEM_INDENT = 4;

/** Whether a text without a marker is a further paragraph of an item. */
function isMoreOf(item: OpenItem, { page, block }: PlacedText): boolean {
  if (item.role !== undefined || block.role !== undefined) return false;
  const isIndented = (block.lines[0]?.x0 ?? 0) > item.x0 + ITEM_INDENT;
  return isIndented && item.places.at(-1)?.page === page.number;
}

function asOwnParagraph([first, ...rest]: PageTextBlock["lines"]): PageTextBlock["lines"] {
  return first === undefined ? rest : [{ ...first, isOwn: true }, ...rest];
}

function isSameItem({ role: own }: OpenItem, { role: other }: OpenItem): boolean {
  return own !== undefined && own.item === other?.item;
}

function meanConfidence(lines: PageTextBlock["lines"]): number {
  const sum = lines.reduce((total, { confidence }) => total + (confidence ?? 1), 0);
  return Math.round((sum / Math.max(1, lines.length)) * 100) / 100;
}
