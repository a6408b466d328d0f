import type { JobOptions } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const ExtractionModeEnum = enumType<JobOptions["mode"]>(
  "ExtractionMode",
  "What kind of document it is.",
  {
    native_text: "Documents with embedded text; the fastest.",
    low_cost: "Decent scans without handwriting.",
    high_quality: "Handwriting and poor scans.",
    form: "Forms with check boxes and radio buttons.",
    table: "Dense tables.",
  },
);

export const OutputModeEnum = enumType<JobOptions["outputMode"]>("OutputMode", "How the text is written.", {
  layout_preserving: "The page's layout is kept with blanks; surplus white space is dropped.",
  text: "The text without its layout, in the order that textOrder names.",
});

export const TextOrderEnum = enumType<JobOptions["textOrder"]>(
  "TextOrder",
  "The order of text without layout.",
  {
    reading_order: "Columns one after the other, tables row by row.",
    rows: "Rows from top to bottom, with two blanks between the cells of a row.",
    unprocessed:
      "Rows as the REST API writes them: with only those blanks that the document holds in NATIVE_TEXT, with a paragraph for each piece of a row in other modes.",
  },
);

export const LineStrategyEnum = enumType<JobOptions["lineStrategy"]>(
  "LineStrategy",
  "Which end of a slanted or stepped row decides its line.",
  {
    "left-priority": "The left end decides.",
    "mid-priority": "The middle decides.",
    "right-priority": "The right end decides.",
  },
);

export const RecognitionEnum = enumType<JobOptions["recognition"]>(
  "Recognition",
  "Which pages are recognised.",
  {
    as_needed: "Those whose own text does not say it all.",
    every_page: "Each, as if it were a picture.",
    empty_pages: "Those that carry no text at all.",
  },
);

export const TextChoiceEnum = enumType<JobOptions["hiddenText"]>(
  "TextChoice",
  "What becomes of text that a page carries besides what its author wrote to be seen in it.",
  {
    keep: "It is part of the page's text.",
    drop: "It is left out.",
  },
);

export const MissingLanguagesEnum = enumType<JobOptions["missingLanguages"]>(
  "MissingLanguages",
  "What becomes of a document in a language whose data is not installed.",
  {
    refuse: "It is refused.",
    skip: "It is read with the languages that are; its pages say so.",
  },
);
