import type { ExtractionMode, StructureRendition, SubmitDocumentInput } from "../../generated/graphql.ts";

/** How a document is to be read: the options that matter to most people. */
export interface Reading {
  readonly mode: ExtractionMode;
  readonly pages: string;
  readonly lang: string;
  readonly password: string;
  readonly tag: string;
  /** The schema by which fields are read; none by default. */
  readonly schema?: string;
  /** The renditions of its structure that are kept; all of them unless they are chosen. */
  readonly renditions?: readonly StructureRendition[];
}

export const DEFAULT_READING: Reading = { mode: "FORM", pages: "", lang: "eng", password: "", tag: "" };

/** Languages to choose from; others can be typed. */
export const LANGUAGES = [
  "eng",
  "auto",
  "deu",
  "fra",
  "spa",
  "ita",
  "por",
  "nld",
  "eng+deu",
  "eng+fra",
  "eng+spa",
] as const;

export const RENDITIONS: readonly { readonly value: StructureRendition; readonly label: string }[] = [
  { value: "MARKDOWN", label: "Markdown" },
  { value: "HTML", label: "HTML" },
  { value: "PLAIN", label: "Text in reading order" },
  { value: "TABLES", label: "Tables" },
  { value: "BLOCKS", label: "Blocks" },
  { value: "CHUNKS", label: "Chunks" },
];

export interface ModeWords {
  readonly value: ExtractionMode;
  readonly label: string;
  readonly about: string;
}

export const MODES: readonly ModeWords[] = [
  { value: "FORM", label: "Form", about: "Forms with check boxes and radio buttons" },
  { value: "TABLE", label: "Table", about: "Dense tables" },
  { value: "HIGH_QUALITY", label: "High quality", about: "Handwriting and poor scans" },
  { value: "LOW_COST", label: "Low cost", about: "Decent scans without handwriting" },
  { value: "NATIVE_TEXT", label: "Native text", about: "Documents with embedded text; the fastest" },
];

export function modeLabel(mode: ExtractionMode): string {
  return MODES.find(({ value }) => value === mode)?.label ?? mode;
}

/** The part of a submission that says how to read it. By default, every rendition of the structure is kept. */
export function submissionOf({
  mode,
  pages,
  lang,
  password,
  tag,
  schema,
  renditions,
}: Reading): Partial<SubmitDocumentInput> {
  const kept = renditions === undefined ? { blocks: true } : { renditions: [...renditions] };
  return {
    options: { mode, pages: pages.trim(), lang: lang.trim() || DEFAULT_READING.lang, ...kept },
    ...(password === "" ? {} : { documentPassword: password }),
    ...(tag.trim() === "" ? {} : { tag: tag.trim() }),
    ...(schema === undefined ? {} : { schema }),
  };
}

/** Options that differ from the defaults, in words. */
export function changedOptions(reading: Reading): readonly string[] {
  const { mode, pages, lang, password, tag, renditions } = reading;
  return [
    mode === DEFAULT_READING.mode ? "" : modeLabel(mode),
    pages.trim() === "" ? "" : `pages ${pages.trim()}`,
    lang === DEFAULT_READING.lang ? "" : `language ${lang}`,
    password === "" ? "" : "with password",
    tag.trim() === "" ? "" : `tag ${tag.trim()}`,
    renditions === undefined ? "" : `${renditions.length} of ${RENDITIONS.length} renditions`,
  ].filter((words) => words !== "");
}
