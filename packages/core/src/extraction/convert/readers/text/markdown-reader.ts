import { Marked } from "marked";
import type { FlowDocument } from "../../model/flow-document.ts";
import { readHtml } from "../web/html-reader.ts";
import { MarkdownFootnotes } from "./markdown-footnotes.ts";
import { readPlainText } from "./plain-text.ts";

/**
 * Reads Markdown with the tables and footnotes of GitHub. The parser recurses: text with more nested marks than the stack allows is
 * read as plain text, with a note.
 */
export async function readMarkdown(text: string): Promise<FlowDocument> {
  const html = await htmlOf(text);
  if (html !== undefined) return readHtml(html);
  const plain = readPlainText(text);
  return {
    ...plain,
    notes: [...plain.notes, "The Markdown is nested too deeply; it was read as plain text."],
  };
}

async function htmlOf(text: string): Promise<string | undefined> {
  try {
    const footnotes = new MarkdownFootnotes(text);
    const marked = new Marked({ gfm: true }, footnotes.extension);
    const html = await marked.parse(text);
    return html + footnotes.written((tokens) => marked.parser([...tokens]));
  } catch (error) {
    if (error instanceof Error && error.message.includes("Maximum call stack")) return undefined;
    throw error;
  }
}
