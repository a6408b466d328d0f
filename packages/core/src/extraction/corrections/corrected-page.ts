import type { FormField } from "../page/form-field.ts";
import type { PageRead } from "../result/extracted-document.ts";
import type { PageStructure } from "../structure/model/page-structure.ts";
import { correctedStructure } from "./corrected-structure.ts";
import { correctedLayout } from "./corrected-layout.ts";
import { PlacedCorrections } from "./placed-corrections.ts";

/** What a word of a page should read. */
export interface WordCorrection {
  /** Index of the word on its page, counted from 0. */
  readonly word: number;
  /** One line. */
  readonly text: string;
}

/** The parts of a page that a correction changes. */
export type CorrectablePage = Pick<PageRead, "text" | "words" | "fields" | "structure">;

/**
 * A page as it was read, with corrections of its words in its text, form fields and structure. Words keep their order,
 * their boxes and the confidence with which they were recognised. A correction that cannot be found in the structure is
 * named in the structure's note. Pure.
 */
export function correctedPage(
  read: CorrectablePage,
  corrections: readonly WordCorrection[],
): CorrectablePage {
  const wanted = new Map(corrections.map(({ word, text }) => [word, text]));
  if (wanted.size === 0) return read;
  const inFields = new PlacedCorrections(read, wanted);
  const fields = read.fields.map((field) => correctedField(field, inFields));
  const content = { ...correctedLayout(read, wanted), fields };
  if (read.structure === undefined) return content;
  const structure: PageStructure = JSON.parse(read.structure);
  return { ...content, structure: JSON.stringify(correctedStructure(structure, read, wanted)) };
}

function correctedField(field: FormField, corrections: PlacedCorrections): FormField {
  return field.checked === null ? { ...field, value: corrections.textOf(field.value, field.box) } : field;
}
