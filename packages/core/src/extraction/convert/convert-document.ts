import { unsupportedMessage } from "../document/media-type.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import type { ConversionOptions, ConvertedDocument, DocumentConverter } from "./document-converter.ts";
import { documentKindOf, type DocumentKind } from "./document-kind.ts";
import type { FlowDocument } from "./model/flow-document.ts";

/** The built-in converter: reads every supported format and typesets it. */
export const convertDocument: DocumentConverter = async (bytes, options): Promise<ConvertedDocument> => {
  const kind = await documentKindOf(bytes);
  const document = await readDocument(kind, bytes, options);
  const { typeset } = await import("./typeset/typeset.ts");
  const pdf = await typeset(document);
  return { pdf, notes: document.notes };
};

/** Readers are imported when they are needed: a PDF needs none of them. */
async function readDocument(
  kind: DocumentKind,
  bytes: Uint8Array,
  _options: ConversionOptions,
): Promise<FlowDocument> {
  switch (kind.kind) {
    case "word":
      return (await import("./readers/word/word-reader.ts")).readWord(kind.archive);
    case "workbook":
    case "old-workbook":
      return (await import("./readers/sheet/workbook-reader.ts")).readWorkbook(bytes);
    case "slides":
      return (await import("./readers/slides/slides-reader.ts")).readSlides(kind.archive);
    case "open-document":
      return (await import("./readers/open-document/open-document-reader.ts")).readOpenDocument(
        kind.archive,
        bytes,
      );
    case "epub":
      return (await import("./readers/epub/epub-reader.ts")).readEpub(kind.archive);
    case "files":
      return (await import("./readers/files/file-list.ts")).readFileList(kind.archive);
    case "rtf":
      return (await import("./readers/rich-text/rtf-reader.ts")).readRtf(bytes);
    case "mail":
      return (await import("./readers/mail/eml-reader.ts")).readEml(bytes);
    case "outlook-message":
      return (await import("./readers/mail/msg-reader.ts")).readMsg(bytes);
    case "svg":
      return (await import("./readers/svg/svg-reader.ts")).readSvg(bytes);
    case "html":
      return (await import("./readers/web/html-reader.ts")).readHtml(kind.text);
    case "markdown":
      return (await import("./readers/text/markdown-reader.ts")).readMarkdown(kind.text);
    case "json":
      return (await import("./readers/text/json-text.ts")).readJson(kind.text);
    case "xml":
      return (await import("./readers/xml/xml-reader.ts")).readXml(kind.text);
    case "delimited":
      return (await import("./readers/text/delimited-text.ts")).readDelimited(kind.text, kind.delimiter);
    case "text":
      return (await import("./readers/text/plain-text.ts")).readPlainText(kind.text);
    default:
      throw new ExtractionError("UNSUPPORTED_DOCUMENT", unsupportedMessage(undefined));
  }
}
