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

/** OpenDocument files begin with their media type. */
const OPEN_DOCUMENT =
  /^PK\x03\x04[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation|graphics)/;
const HEAD = 200;

/** Whether a document that begins with these bytes may be an Office document. */
export function mayBeOffice(head: Uint8Array): boolean {
  const start = Buffer.from(head).toString("latin1");
  return /^(?:PK\x03\x04|\xd0\xcf\x11\xe0|\{\\rtf)/.test(start);
}

/**
 * The file name extension of an Office document; undefined for other documents. Only looks for names in the bytes,
 * because it runs outside the extraction host, which alone parses documents.
 */
export function officeExtension(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, HEAD).toString("latin1");
  if (head.startsWith("{\\rtf")) return "rtf";
  if (head.startsWith("\xd0\xcf\x11\xe0")) return extensionIn(buffer, STREAMS);
  if (!head.startsWith("PK\x03\x04")) return undefined;
  const kind = OPEN_DOCUMENT.exec(head)?.[1];
  return kind === undefined ? extensionIn(buffer, PARTS) : OPEN_DOCUMENTS[kind];
}

function extensionIn(
  buffer: Buffer,
  names: readonly (readonly [name: Buffer, extension: string])[],
): string | undefined {
  return names.find(([name]) => buffer.includes(name))?.[1];
}
