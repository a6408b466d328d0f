import { enumType } from "../enums/enum-type.ts";
import type { CheckMark, FormField, PageFailed, PageRead } from "./page-records.ts";

export const PageStatusEnum = enumType<"read" | "failed">("PageStatus", "What became of a page.", {
  read: "It was read.",
  failed: "It could not be read; the message says why. The other pages are not affected.",
});

export const PageFailureEnum = enumType<PageFailed["reason"]>(
  "PageFailure",
  "Why a page could not be read.",
  {
    timeout: "It took longer than a page may.",
    memory: "It needed more memory than a page may.",
    damaged: "The document is damaged there.",
    crash: "Reading it brought its process down.",
  },
);

export const TextSourceEnum = enumType<PageRead["textSource"]>(
  "TextSource",
  "Where the text of a page came from.",
  {
    native: "From the text in the document.",
    ocr: "Recognised from the page's image.",
    mixed: "Some of it is from the document, some of it was recognised.",
    none: "There is no text on the page, or the page failed.",
  },
);

export const EngineEnum = enumType<PageRead["engine"]>(
  "Engine",
  "What read a page's content. Of those for PDFs, each is asked when those before it failed.",
  {
    native: "Galley's own interpreter.",
    pdfjs: "The public interface of pdf.js, which gives no rules and images.",
    pdfium: "PDFium.",
    image: "What decodes pictures that are documents by themselves.",
  },
);

export const FormFieldKindEnum = enumType<FormField["kind"]>("FormFieldKind", "Kinds of form fields.", {
  text: "Text to fill in.",
  checkbox: "A box that is checked or not.",
  radio: "One of several, of which one is checked.",
  choice: "A list to choose from.",
  button: "A push button.",
  signature: "A place for a digital signature.",
});

export const CheckMarkKindEnum = enumType<CheckMark["kind"]>("CheckMarkKind", "Shapes of check marks.", {
  box: "A check box.",
  circle: "A radio button.",
});
