import { Marked } from "marked";
import type { FlowDocument } from "../../model/flow-document.ts";
import { readHtml } from "../web/html-reader.ts";

/** Reads Markdown with the tables of GitHub. */
export async function readMarkdown(text: string): Promise<FlowDocument> {
  return readHtml(await new Marked({ gfm: true }).parse(text));
}
