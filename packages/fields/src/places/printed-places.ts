import type { Citation, FieldValue } from "@galley/core/domain";
import type { FieldDocument } from "../document/field-document.ts";
import { citationOf } from "./citation.ts";
import { foldCase, occurrencesIn, solidText, type SolidText } from "./solid-text.ts";
import { printedForms } from "./printed-forms.ts";

/** Finds where the values of an electronic invoice are printed. */
export class PrintedPlaces {
  readonly #pages: readonly SolidText[];

  constructor(document: FieldDocument) {
    this.#pages = document.pages.map((page) => solidText(page, foldCase));
  }

  /** All places of a value in the likeliest of its forms that is on a page; each is the citation of one place. */
  of(value: FieldValue, format: string | undefined): readonly (readonly Citation[])[] {
    for (const form of printedForms(value, format)) {
      const found = this.#ofForm(form);
      if (found.length > 0) return found.map((citation) => [citation]);
    }
    return typeof value === "string" && format !== "date" ? this.#inParts(value) : [];
  }

  /** The place of a value, in any of its forms, that is nearest to another one; empty for none. */
  near(value: FieldValue, format: string | undefined, anchor: Citation | undefined): readonly Citation[] {
    if (!anchor) return this.of(value, format)[0] ?? [];
    const single = printedForms(value, format).flatMap((form) => this.#ofForm(form));
    const all = single.length > 0 ? single.map((citation) => [citation]) : this.of(value, format);
    const distance = ([first]: readonly Citation[]): number =>
      first?.page === anchor.page ? Math.abs(first.lines[0] - anchor.lines[0]) : Infinity;
    return all.toSorted((a, b) => distance(a) - distance(b))[0] ?? [];
  }

  #ofForm(form: string): readonly Citation[] {
    return this.#pages.flatMap((solid) =>
      occurrencesIn(solid, form).flatMap((words) => citationOf(solid.page, words) ?? []),
    );
  }

  /** A text that is printed in several lines, between whose words others stand. */
  #inParts(text: string): readonly (readonly Citation[])[] {
    const words = text.split(/\s+/).filter((word) => word !== "");
    if (words.length > MAX_WORDS) return [];
    for (let count = words.length - 1; count > 0; count--) {
      const first = this.#ofForm(foldCase(words.slice(0, count).join("")));
      const whole = first.flatMap((citation) => {
        const rest = this.#below(citation, words.slice(count), MAX_PARTS);
        return rest ? [[citation, ...rest]] : [];
      });
      if (whole.length > 0) return whole;
    }
    return [];
  }

  /** The rest of a text in the lines below its first part, beginning at its left side. */
  #below(above: Citation, words: readonly string[], parts: number): readonly Citation[] | undefined {
    if (words.length === 0) return [];
    if (parts === 0) return undefined;
    for (let count = words.length; count > 0; count--) {
      const next = this.#ofForm(foldCase(words.slice(0, count).join(""))).find((part) =>
        isBelow(part, above),
      );
      const rest = next && this.#below(next, words.slice(count), parts - 1);
      if (next && rest) return [next, ...rest];
    }
    return undefined;
  }
}

/** Longer texts are paragraphs, not names. */
const MAX_WORDS = 40;

/** Lines of a wrapped text. */
const MAX_PARTS = 6;

/** Lines of the layout between two lines of a cell: others and blank ones stand between them. */
const LINES_BETWEEN = 3;

/** Points: names are set in one column, but not to the hair. */
const SAME_LEFT = 12;

function isBelow(part: Citation, above: Citation): boolean {
  const lines = part.lines[0] - above.lines[1];
  const [left, aboveLeft] = [part.boxes[0]?.x0 ?? 0, above.boxes.at(-1)?.x0 ?? 0];
  return (
    part.page === above.page && lines > 0 && lines <= LINES_BETWEEN && Math.abs(left - aboveLeft) <= SAME_LEFT
  );
}
