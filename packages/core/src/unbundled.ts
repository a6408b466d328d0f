/** What a program that bundles `@galley/core/extract-text` shares with the modules that stay outside its bundle. */
export { ExtractionError } from "./extraction/failure/extraction-error.ts";
