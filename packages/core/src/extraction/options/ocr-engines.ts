/** Engines of recognition besides the built-in one. */
export const CUSTOM_ENGINES = ["tesseract", "onnx", "service"] as const;
export type CustomEngine = (typeof CUSTOM_ENGINES)[number];

/**
 * Engines of recognition: the built-in one, an installed Tesseract, ONNX models in PaddleOCR's layout, and a service
 * over HTTP or a function of the program.
 */
export const OCR_ENGINES = ["wasm", ...CUSTOM_ENGINES] as const;
export type OcrEngine = (typeof OCR_ENGINES)[number];

/** What reads regions that look handwritten or were read with low confidence. */
export const HANDWRITING_CHOICES = ["engine", "service"] as const;
export type HandwritingChoice = (typeof HANDWRITING_CHOICES)[number];
