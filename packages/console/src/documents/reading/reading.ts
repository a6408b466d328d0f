import type {
  AttachmentChoice,
  ExtractionMode,
  StructureRendition,
  SubmitDocumentInput,
} from "../../generated/graphql.ts";

/** How a document is to be read: the options that matter to most people. */
export interface Reading {
  readonly mode: ExtractionMode;
  readonly pages: string;
  readonly lang: string;
  readonly attachments: AttachmentChoice;
  readonly password: string;
  readonly tag: string;
  /** The schema by which fields are read; none by default. */
  readonly schema?: string;
  /** Whether each invoice of a file that has several has fields of its own; not by default. */
  readonly split?: boolean;
  /** The renditions of its structure that are kept; all of them unless they are chosen. */
  readonly renditions?: readonly StructureRendition[];
}

export const DEFAULT_READING: Reading = {
  mode: "FORM",
  pages: "",
  lang: "eng",
  attachments: "LIST",
  password: "",
  tag: "",
};

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
  { value: "BLOCKS", label: "Parts with their places (JSON)" },
  { value: "CHUNKS", label: "Pieces for AI search" },
];

export const ATTACHMENTS: readonly { readonly value: AttachmentChoice; readonly label: string }[] = [
  { value: "LIST", label: "Named only" },
  { value: "READ", label: "Read as well" },
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
  { value: "LOW_COST", label: "Clear scans", about: "Printed text without handwriting; faster" },
  { value: "NATIVE_TEXT", label: "Fast: text of the file only", about: "Reads no scans and no pictures" },
];

export function modeLabel(mode: ExtractionMode): string {
  return MODES.find(({ value }) => value === mode)?.label ?? mode;
}

/** The part of a submission that says how to read it. By default, every rendition of the structure is kept. */
export function submissionOf({
  mode,
  pages,
  lang,
  attachments,
  password,
  tag,
  schema,
  split,
  renditions,
}: Reading): Partial<SubmitDocumentInput> {
  const kept = renditions === undefined ? { blocks: true } : { renditions: [...renditions] };
  return {
    options: { mode, pages: pages.trim(), lang: lang.trim() || DEFAULT_READING.lang, attachments, ...kept },
    ...(password === "" ? {} : { documentPassword: password }),
    ...(tag.trim() === "" ? {} : { tag: tag.trim() }),
    ...(schema === undefined ? {} : { schema }),
    ...(split === true ? { split } : {}),
  };
}

/** Options that differ from the defaults, in words. */
export function changedOptions(reading: Reading): readonly string[] {
  const { mode, pages, lang, attachments, password, tag, renditions } = reading;
  return [
    mode === DEFAULT_READING.mode ? "" : modeLabel(mode),
    pages.trim() === "" ? "" : `pages ${pages.trim()}`,
    lang === DEFAULT_READING.lang ? "" : `language ${lang}`,
    attachments === DEFAULT_READING.attachments ? "" : "with attachments",
    password === "" ? "" : "with password",
    tag.trim() === "" ? "" : `label ${tag.trim()}`,
    renditions === undefined ? "" : `${renditions.length} of ${RENDITIONS.length} formats`,
  ].filter((words) => words !== "");
}
