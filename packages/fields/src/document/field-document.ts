import type {
  CheckMark,
  DocumentBlocks,
  ExtractedDocument,
  FormField,
  Rect,
  FileInDocument,
} from "@galley/core";

/** A word as it is printed. */
export interface DocumentWord {
  readonly text: string;
  /** Points from the upper left corner of the upright page. */
  readonly box: Rect;
  /** 0 to 1; 1 for native text. */
  readonly confidence: number;
}

export interface DocumentLine {
  readonly text: string;
  readonly words: readonly DocumentWord[];
}

/** What readers of fields know of a page. */
export interface FieldPage {
  /** Counted from 1. */
  readonly number: number;
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** The lines of the layout text; blank lines have no words. */
  readonly lines: readonly DocumentLine[];
  readonly formFields: readonly FormField[];
  readonly checkMarks: readonly CheckMark[];
}

/** A document as the readers of fields see it, whether it was just extracted or is stored. */
export interface FieldDocument {
  readonly pages: readonly FieldPage[];
  /** Empty blocks if the structure of the document is not known. */
  readonly blocks: DocumentBlocks;
  readonly files: readonly FileInDocument[];
}

/**
 * A document that was extracted with the option `blocks`.
 *
 * @throws ExtractionError `BAD_OPTION` if its structure was not found.
 */
export function fieldDocument(
  document: ExtractedDocument,
  files: readonly FileInDocument[] = [],
): FieldDocument {
  const pages = document.pages.flatMap(({ outcome, lines }) =>
    outcome.ok
      ? [
          {
            number: outcome.number,
            width: outcome.width,
            height: outcome.height,
            lines,
            formFields: outcome.fields,
            checkMarks: outcome.checkMarks,
          },
        ]
      : [],
  );
  return { pages, blocks: document.blocks, files };
}
