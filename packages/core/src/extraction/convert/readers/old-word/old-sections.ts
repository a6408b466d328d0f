import { A4, pageSize, type PageSize } from "../../model/flow-document.ts";
import { changesIn, valueOf, CODES } from "./properties.ts";
import type { Range } from "./position-ranges.ts";
import { placesOf, SECTIONS, type WordStreams } from "./word-streams.ts";

/** A section of a Word document from before 2007. */
export interface OldSection extends Range {
  readonly page: PageSize;
  readonly hasFirstPage: boolean;
  /** It goes on below the section before, on the same page. */
  readonly isContinuous: boolean;
}

const SECTION_SIZE = 12;
const PROPERTIES_AT = 2;

/** The sections, which cover the whole text. */
export function oldSections(streams: WordStreams): readonly OldSection[] {
  const { body } = streams.lengths;
  const { positions, entries } = placesOf(streams.structure(SECTIONS), SECTION_SIZE);
  const starts = positions.slice(0, -1);
  const areInOrder =
    starts[0] === 0 && starts.every((start, index) => start <= Math.min(starts[index + 1] ?? body, body));
  const places = areInOrder ? starts : [0];
  return places.map((start, index) => ({
    start,
    end: places[index + 1] ?? body,
    ...propertiesAt(streams.main, entries[index]?.readUInt32LE(PROPERTIES_AT) ?? NONE),
  }));
}

/** A section without properties of its own. */
const NONE = 0xffff_ffff;

function propertiesAt(main: Buffer, at: number): Omit<OldSection, keyof Range> {
  const isGiven = at + 2 <= main.length;
  const list = isGiven ? main.subarray(at + 2, at + 2 + main.readUInt16LE(at)) : main.subarray(0, 0);
  let [width, height, margin]: (number | undefined)[] = [];
  let [hasFirstPage, isContinuous] = [false, false];
  for (const change of changesIn(list)) {
    const value = valueOf(change);
    if (change.code === CODES.hasFirstPage) hasFirstPage = value !== 0;
    else if (change.code === CODES.sectionBreak) isContinuous = value === 0 || value === 1;
    else if (change.code === CODES.pageWidth) width = value / 20;
    else if (change.code === CODES.pageHeight) height = value / 20;
    else if (change.code === CODES.leftMargin) margin = value / 20;
  }
  const page = pageSize({
    width: width ?? A4.width,
    height: height ?? A4.height,
    margin: margin ?? A4.margin,
  });
  return { page, hasFirstPage, isContinuous };
}
