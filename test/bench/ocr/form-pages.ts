import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckMark, ExtractionError, type Extractor, type PageRead, type Rect } from "@galley/core";
import { DEGRADATIONS, degradedPage } from "@galley/core/testing";
import { addBoxes, type CheckBoxScore, NO_BOXES } from "./check-box-score.ts";

/** Folders of the test data that contain forms. */
const FOLDERS = ["documents", "corpus"];

/** The pages of each document that are used. */
const PAGES = "1-6";

/** Minimum widget width in points: narrower widgets are invisible. */
const NARROWEST = 4;

/** Maximum distance in points of a mark from its widget. */
const NEAR = 3;

/** A page whose widgets define its check boxes and radio buttons and their states. */
export interface FormPage {
  readonly pdf: Uint8Array;
  /** Counted from 1. */
  readonly number: number;
  readonly buttons: readonly Pick<CheckMark, "box" | "marked">[];
}

/**
 * The pages of the test data with check boxes and radio buttons as widgets; empty if there is no test data.
 */
export async function formPages(
  extractor: Extractor,
  data: string | undefined,
): Promise<readonly FormPage[]> {
  const pages: FormPage[] = [];
  for (const path of documentsIn(data)) {
    const pdf = readFileSync(path);
    for (const page of await pagesRead(extractor, pdf, { mode: "native_text", pages: PAGES })) {
      const buttons = page.fields.flatMap(({ checked, box }) =>
        checked !== null && box.x1 - box.x0 > NARROWEST ? [{ box, marked: checked }] : [],
      );
      if (buttons.length > 0) pages.push({ pdf, number: page.number, buttons });
    }
  }
  return pages;
}

/** Reads the pages as clean images and compares each mark with the widget at its position. */
export async function scoreFormPages(
  extractor: Extractor,
  pages: readonly FormPage[],
  kind: string,
): Promise<CheckBoxScore> {
  const degradation = DEGRADATIONS[kind];
  if (!degradation) return NO_BOXES;
  let sum = NO_BOXES;
  for (const { pdf, number, buttons } of pages) {
    const { png, dpi, toPoints } = await degradedPage(pdf, number, degradation);
    const [page] = await pagesRead(extractor, png, { mode: "form" });
    const marks = (page?.checkMarks ?? []).map(({ box, marked }) => ({
      marked,
      box: toPoints(scaled(box, dpi / 72)),
    }));
    sum = addBoxes(sum, scoreMarks(marks, buttons));
  }
  return sum;
}

type Button = FormPage["buttons"][number];

function scoreMarks(marks: readonly Button[], buttons: readonly Button[]): CheckBoxScore {
  const atPlace = buttons.map((button) => ({
    button,
    own: marks.filter((mark) => isUpon(mark.box, button.box)),
  }));
  return {
    drawn: buttons.length,
    read: marks.length,
    found: atPlace.filter(({ own }) => own.length > 0).length,
    rightState: atPlace.filter(({ button, own }) => own.some(({ marked }) => marked === button.marked))
      .length,
  };
}

/** Whether the centre of a mark is inside a widget. */
function isUpon(mark: Rect, { x0, y0, x1, y1 }: Rect): boolean {
  const [x, y] = [(mark.x0 + mark.x1) / 2, (mark.y0 + mark.y1) / 2];
  return x > x0 - NEAR && x < x1 + NEAR && y > y0 - NEAR && y < y1 + NEAR;
}

function scaled({ x0, y0, x1, y1 }: Rect, by: number): Rect {
  return { x0: x0 * by, y0: y0 * by, x1: x1 * by, y1: y1 * by };
}

function documentsIn(data: string | undefined): readonly string[] {
  if (data === undefined) return [];
  return FOLDERS.map((folder) => join(data, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".pdf"))
        .toSorted()
        .map((name) => join(folder, name)),
    );
}

/** Some test documents are damaged on purpose and have no pages. */
async function pagesRead(
  extractor: Extractor,
  file: Uint8Array,
  options: Parameters<Extractor["extract"]>[1],
): Promise<readonly PageRead[]> {
  try {
    const { pages } = await extractor.extract(file, options);
    return pages.flatMap(({ outcome }) => (outcome.ok ? [outcome] : []));
  } catch (error) {
    if (error instanceof ExtractionError) return [];
    throw error;
  }
}
