import { drawnMarks } from "../document/model/drawn-marks.ts";
import type {
  Box,
  Match,
  PageContent,
  PageField,
  PageLine,
  PageOutline,
  PageWord,
  ViewedDocument,
} from "../document/model/viewed-document.ts";
import { requestOf } from "./view-requests.ts";

/** The document as `GET /view/{id}/document` describes it. */
export interface Summary {
  readonly name: string;
  readonly pageCount: number | null;
  readonly firstPage: number | null;
  /** The numbers of the pages that are read; empty if they are not known yet. */
  readonly pages: readonly number[];
  readonly settled: boolean;
  readonly message: string;
}

interface OutlineJson extends Omit<PageOutline, "failed" | "textSource"> {
  readonly read: boolean;
  readonly textSource: string;
}

interface FieldJson {
  readonly kind: string;
  readonly box: Box;
  /** Missing after the text was deleted. */
  readonly name?: string;
  readonly value?: string;
  readonly checked?: boolean | null;
}

interface PageJson extends Pick<OutlineJson, "number" | "read" | "message" | "seconds"> {
  /** These and the rest are missing if the page failed. */
  readonly width?: number;
  readonly height?: number;
  readonly textSource?: string;
  readonly engine?: string;
  readonly reason?: string;
  readonly rotation?: number;
  readonly text?: string | null;
  /** `LINE_COLUMNS` numbers for each line: x0, x1, bottom, height, confidence. */
  readonly lines?: readonly number[];
  /** `WORD_COLUMNS` numbers for each word: start, end, x0, y0, x1, y1, confidence. */
  readonly words?: readonly number[];
  readonly fields?: readonly FieldJson[];
  readonly checkMarks?: readonly { readonly kind: string; readonly marked: boolean; readonly box: Box }[];
}

const LINE_COLUMNS = 5;
const WORD_COLUMNS = 7;

/** A document from the data below `/view/{id}`: of a job, or of the file that `galley view` shows. */
export function viewDocument(name: string): ViewedDocument {
  return {
    name,
    async page(number) {
      const page: PageJson = await (await requestOf(`/pages/${number}`)).json();
      return contentOf(page);
    },
    image: async (number, dpi, signal) => (await requestOf(`/pages/${number}.png?dpi=${dpi}`, signal)).blob(),
    async search(term) {
      const path = `/search?${new URLSearchParams({ text: term }).toString()}`;
      const { matches }: { readonly matches: readonly Match[] } = await (await requestOf(path)).json();
      return matches;
    },
  };
}

export async function loadSummary(): Promise<Summary> {
  return (await requestOf("/document")).json();
}

interface Outlines {
  readonly outlines: readonly PageOutline[];
  /** Whether there are more behind the last one. */
  readonly more: boolean;
}

/** Outlines of pages that have been read, behind the page `after`. */
export async function loadOutlines(after: number, limit: number): Promise<Outlines> {
  const answer: { readonly pages: readonly OutlineJson[]; readonly more: boolean } = await (
    await requestOf(`/pages?after=${after}&limit=${limit}`)
  ).json();
  return { outlines: answer.pages.map(outlineOf), more: answer.more };
}

function outlineOf({ read, textSource, ...outline }: OutlineJson): PageOutline {
  return { ...outline, failed: !read, textSource: textSource.toUpperCase() };
}

function contentOf(page: PageJson): PageContent {
  const { number, message, seconds, width = null, height = null, text = null } = page;
  const { engine = "", reason = "", rotation = 0, textSource = "none" } = page;
  const fields = (page.fields ?? []).map(fieldOf);
  return {
    number,
    message,
    seconds,
    width,
    height,
    failed: !page.read,
    engine,
    reason,
    rotation,
    textSource: textSource.toUpperCase(),
    text,
    lines: linesOf(page),
    fields: [...fields, ...drawnMarks(fields, page.checkMarks ?? [])],
    json: page,
  };
}

function fieldOf({ kind, box, name = "", value = "", checked = null }: FieldJson): PageField {
  return { kind, box, name, value, checked };
}

/** After the text was deleted, only the places of its lines remain. */
function linesOf({ text, lines = [], words = [] }: PageJson): readonly PageLine[] {
  const texts = (text ?? "").split("\n");
  const rows = rowsOf(words, WORD_COLUMNS);
  let start = 0;
  let next = 0;
  return rowsOf(lines, LINE_COLUMNS).map(([x0 = 0, x1 = 0, bottom = 0, height = 0], index) => {
    const line = texts[index] ?? "";
    const end = start + line.length;
    const placed: PageWord[] = [];
    for (let row = rows[next]; row && (row[0] ?? 0) < end; row = rows[++next])
      placed.push(wordOf(row, { index: next, start, line }));
    start = end + 1;
    return {
      text: line,
      box: height > 0 ? { x0, x1, y0: bottom - height, y1: bottom } : null,
      words: placed,
    };
  });
}

function wordOf(
  [from = 0, to = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0, confidence = 0]: readonly number[],
  { index, start, line }: { readonly index: number; readonly start: number; readonly line: string },
): PageWord {
  const place = { start: from - start, end: to - start };
  return { ...place, index, text: line.slice(place.start, place.end), box: { x0, y0, x1, y1 }, confidence };
}

function rowsOf(numbers: readonly number[], columns: number): readonly (readonly number[])[] {
  return Array.from({ length: numbers.length / columns }, (_, row) =>
    numbers.slice(row * columns, (row + 1) * columns),
  );
}
