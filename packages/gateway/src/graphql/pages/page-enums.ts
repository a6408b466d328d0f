import { enumType } from "../enums/enum-type.ts";
import type { CheckMark, FormField, PageFailed, PageRead } from "./page-records.ts";

export const PageStatusEnum = enumType<"read" | "failed">("PageStatus", "Status of a page.", {
  read: "Read.",
  failed: "Could not be read; see the message. Other pages are not affected.",
});

export const PageFailureEnum = enumType<PageFailed["reason"]>(
  "PageFailure",
  "Why a page could not be read.",
  {
    timeout: "It exceeded the time limit for a page.",
    memory: "It exceeded the memory limit for a page.",
    damaged: "The document is damaged at this page.",
    crash: "The process that read it crashed.",
  },
);

export const TextSourceEnum = enumType<PageRead["textSource"]>("TextSource", "Source of a page's text.", {
  native: "Text embedded in the document.",
  ocr: "Recognised from an image of the page.",
  mixed: "Partly embedded, partly recognised.",
  none: "The page has no text, or it failed.",
});

export const EngineEnum = enumType<PageRead["engine"]>(
  "Engine",
  "The engine that read a page's content. PDF engines are tried in this order until one succeeds: NATIVE, PDFJS, PDFIUM.",
  {
    native: "Galley's own interpreter.",
    pdfjs: "The public API of pdf.js, which reports no ruling lines or images.",
    pdfium: "PDFium.",
    image: "The decoder for image files.",
  },
);

export const OcrEngineEnum = enumType<NonNullable<PageRead["recognisers"]>[number]["engine"]>(
  "OcrEngine",
  "Engines of text recognition (OCR).",
  {
    wasm: "The built-in recogniser, Tesseract compiled to WebAssembly.",
    tesseract: "Tesseract as installed on the server.",
    onnx: "ONNX models of text detection and recognition in PaddleOCR's layout.",
    service: "An OCR service or a vision model.",
  },
);

export const FormFieldKindEnum = enumType<FormField["kind"]>("FormFieldKind", "Kinds of form fields.", {
  text: "A text field.",
  checkbox: "A check box.",
  radio: "A radio button.",
  choice: "A list or combo box.",
  button: "A push button.",
  signature: "A signature field.",
});

export const CheckMarkKindEnum = enumType<CheckMark["kind"]>("CheckMarkKind", "Shapes of check marks.", {
  box: "A check box.",
  circle: "A radio button.",
});
