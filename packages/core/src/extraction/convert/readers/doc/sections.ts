import { A4, pageSize, type PageNumbering, type PageSize } from "../../model/flow-document.ts";
import { changesIn, valueOf, CODES } from "./properties.ts";
import { numberFormatOf } from "./lists.ts";
import type { Range } from "./position-ranges.ts";
import { placesOf, SECTIONS, type WordStreams } from "./word-streams.ts";

/** A section of a Word document from before 2007. */
export interface DocSection extends Range {
  readonly page: PageSize;
  readonly hasFirstPage: boolean;
  /** It goes on below the section before, on the same page. */
  readonly isContinuous: boolean;
  readonly numbering: PageNumbering;
}

const SECTION_SIZE = 12;
const PROPERTIES_AT = 2;

/** The sections, which cover the whole text. */
export function oldSections(streams: WordStreams): readonly DocSection[] {
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

function propertiesAt(main: Buffer, at: number): Omit<DocSection, keyof Range> {
  const isGiven = at + 2 <= main.length;
  const list = isGiven ? main.subarray(at + 2, at + 2 + main.readUInt16LE(at)) : main.subarray(0, 0);
  const values = new Map<number, number>();
  for (const change of changesIn(list)) values.set(change.code, valueOf(change));
  const lengthOf = (code: number): number | undefined => {
    const twips = values.get(code);
    return twips === undefined ? undefined : twips / 20;
  };
  const sectionBreak = values.get(CODES.sectionBreak);
  return {
    page: pageSize({
      width: lengthOf(CODES.pageWidth) ?? A4.width,
      height: lengthOf(CODES.pageHeight) ?? A4.height,
      margin: lengthOf(CODES.leftMargin) ?? A4.margin,
    }),
    hasFirstPage: (values.get(CODES.hasFirstPage) ?? 0) !== 0,
    isContinuous: sectionBreak === 0 || sectionBreak === 1,
    numbering: numberingOf(values),
  };
}

function numberingOf(values: ReadonlyMap<number, number>): PageNumbering {
  const restarts = (values.get(CODES.pageNumberRestart) ?? 0) !== 0;
  const first = values.get(CODES.pageNumberStart) ?? values.get(CODES.pageNumberStart80) ?? 1;
  return {
    start: restarts ? first : undefined,
    format: numberFormatOf(values.get(CODES.pageNumberFormat) ?? 0),
  };
}
