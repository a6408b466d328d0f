/// <reference lib="esnext.disposable" preserve="true" />
/**
 * What a program needs that reads one document after the other in its own thread and ends: the part of the library that
 * is published as one file, because a program that starts for one page spends most of its time on loading.
 */
export { readSamples } from "./extraction/read-samples.ts";
export { extractText } from "./extraction/extract-text.ts";
export type { ExtractedDocument, ExtractedPage } from "./extraction/result/extracted-document.ts";
