import { textSection, type Block, type FlowDocument } from "../../model/flow-document.ts";
import { readMarkdown } from "../text/markdown-reader.ts";
import { readPlainText } from "../text/plain-text.ts";
import { readHtml } from "../web/html-reader.ts";
import { notebook, notebookText, type Output } from "./notebook.ts";

/** Reads a Jupyter notebook: its texts, its code and what the code put out. */
export async function readNotebook(json: string): Promise<FlowDocument> {
  const blocks: Block[] = [];
  const notes: string[] = [];
  const add = (document: FlowDocument): void => {
    for (const section of document.sections) if (section.kind === "text") blocks.push(...section.blocks);
    notes.push(...document.notes);
  };
  for (const { cell_type, source, outputs } of notebook.parse(JSON.parse(json)).cells) {
    if (source !== "") add(cell_type === "markdown" ? await readMarkdown(source) : readPlainText(source));
    for (const one of outputs) {
      const picture = pictureOf(one);
      if (picture) blocks.push(picture);
      else add(await outputDocument(one));
    }
  }
  return { title: "", sections: [textSection(blocks)], notes: [...new Set(notes)], files: [] };
}

/** Colours of terminals. */
const ESCAPES = /\p{Cc}\[[\d;]*m/gu;

/** The best form of an output that can be read as text. */
async function outputDocument({ text: written, data = {}, ename, evalue }: Output): Promise<FlowDocument> {
  const form = (type: string): string => notebookText.safeParse(data[type]).data ?? "";
  if (form("text/html") !== "") return readHtml(form("text/html"));
  if (form("text/markdown") !== "") return readMarkdown(form("text/markdown"));
  const error = ename === undefined ? "" : `${ename}: ${evalue ?? ""}`;
  return readPlainText([written ?? "", form("text/plain"), error].join("").trimEnd().replaceAll(ESCAPES, ""));
}

function pictureOf({ data = {} }: Output): Block | undefined {
  const base64 = notebookText.safeParse(data["image/png"] ?? data["image/jpeg"]).data;
  if (base64 === undefined) return undefined;
  const description = notebookText.safeParse(data["text/plain"]).data ?? "";
  return {
    kind: "picture",
    bytes: () => Buffer.from(base64, "base64"),
    width: undefined,
    height: undefined,
    description,
  };
}
