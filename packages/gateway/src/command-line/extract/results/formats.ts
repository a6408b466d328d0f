/** What `--format` writes, and how its file is named. */
interface FormatFacts {
  readonly extension: string;
  readonly meaning: string;
  /** Written from the document's structure. */
  readonly structure?: true;
  /** One line of JSON a document, so many documents fit into one file. */
  readonly lines?: true;
  readonly binary?: true;
}

export const FORMATS = {
  text: { extension: "txt", meaning: "text with the page layout" },
  markdown: { extension: "md", meaning: "Markdown", structure: true },
  html: { extension: "html", meaning: "HTML", structure: true },
  plain: { extension: "plain.txt", meaning: "plain text in reading order", structure: true },
  json: { extension: "json", meaning: "text with places, one line of JSON for each document", lines: true },
  blocks: {
    extension: "blocks.json",
    meaning: "headings, paragraphs, tables and other blocks, one line of JSON for each document",
    structure: true,
    lines: true,
  },
  chunks: {
    extension: "chunks.json",
    meaning: "pieces for retrieval, one line of JSON for each document",
    structure: true,
    lines: true,
  },
  csv: { extension: "csv", meaning: "the tables as CSV", structure: true },
  xlsx: {
    extension: "xlsx",
    meaning: "the tables as an Excel workbook, a sheet for each",
    structure: true,
    binary: true,
  },
  pdf: { extension: "pdf", meaning: "searchable PDF", binary: true },
  png: {
    extension: "png",
    meaning: "a picture of each page, NAME-1.png and so on in a folder",
    binary: true,
  },
} as const satisfies Record<string, FormatFacts>;

export type Format = keyof typeof FORMATS;
export type StructureFormat = {
  [Name in Format]: (typeof FORMATS)[Name] extends { structure: true } ? Name : never;
}[Format];

export const FORMAT_NAMES = Object.keys(FORMATS);

export function formatNamed(name: string): Format | undefined {
  if (name === "md") return "markdown";
  return isFormat(name) ? name : undefined;
}

function isFormat(name: string): name is Format {
  return Object.hasOwn(FORMATS, name);
}

export function factsOf(format: Format): FormatFacts {
  return FORMATS[format];
}

export function isStructureFormat(format: Format): format is StructureFormat {
  return factsOf(format).structure === true;
}
