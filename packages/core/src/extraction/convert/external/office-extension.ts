/** Streams and parts by which Office documents are known, with the extension of their format. */
const PARTS: readonly (readonly [part: Buffer, extension: string])[] = [
  [Buffer.from("word/document.xml"), "docx"],
  [Buffer.from("xl/workbook.xml"), "xlsx"],
  [Buffer.from("xl/workbook.bin"), "xlsb"],
  [Buffer.from("ppt/presentation.xml"), "pptx"],
];

const STREAMS: readonly (readonly [stream: Buffer, extension: string])[] = [
  [Buffer.from("WordDocument", "utf16le"), "doc"],
  [Buffer.from("PowerPoint Document", "utf16le"), "ppt"],
  [Buffer.from("Workbook", "utf16le"), "xls"],
];

const OPEN_DOCUMENTS: Readonly<Record<string, string>> = {
  text: "odt",
  spreadsheet: "ods",
  presentation: "odp",
  graphics: "odg",
};

/** OpenDocument files begin with their media type, after the header of the ZIP entry that stores it. */
const OPEN_DOCUMENT =
  /^mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation|graphics)/;
const NAME_AT = 30;
const HEAD = 200;

const ZIP = "PK\x03\x04";
const COMPOUND_FILE = "\xd0\xcf\x11\xe0";
const RICH_TEXT = "{\\rtf";

/** Whether a document that begins with these bytes may be an Office document. */
export function mayBeOffice(head: Uint8Array): boolean {
  const start = Buffer.from(head).toString("latin1");
  return [ZIP, COMPOUND_FILE, RICH_TEXT].some((signature) => start.startsWith(signature));
}

/**
 * The file name extension of an Office document; undefined for other documents. Only looks for names in the bytes,
 * because it runs outside the extraction host, which alone parses documents.
 */
export function officeExtension(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, HEAD).toString("latin1");
  if (head.startsWith(RICH_TEXT)) return "rtf";
  if (head.startsWith(COMPOUND_FILE)) return extensionIn(buffer, STREAMS);
  if (!head.startsWith(ZIP)) return undefined;
  const kind = OPEN_DOCUMENT.exec(head.slice(NAME_AT))?.[1];
  return kind === undefined ? extensionIn(buffer, PARTS) : OPEN_DOCUMENTS[kind];
}

function extensionIn(
  buffer: Buffer,
  names: readonly (readonly [name: Buffer, extension: string])[],
): string | undefined {
  return names.find(([name]) => buffer.includes(name))?.[1];
}
