import { parentPort } from "node:worker_threads";
import { pageInDocument } from "../../explain/page-explanation.ts";
import { documentBlocks } from "../../structure/document/document-blocks.ts";
import type { StructuredPage } from "../../structure/document/document-page.ts";
import type { DocumentBlocks } from "../../structure/model/block.ts";
import { answerTo } from "../../structure/structure-question.ts";
import { RecentStructures } from "./recent-structures.ts";
import type { FromStructureThread, ToStructureThread } from "./structure-protocol.ts";

/** Entry point of the thread that joins the pages of documents to their structure and renders it. */
const recent = new RecentStructures();
let incoming: { readonly key: string; readonly pages: StructuredPage[]; isWhole: boolean } | undefined;

function received(message: ToStructureThread): FromStructureThread | undefined {
  if (message.kind === "begin") incoming = { key: message.key, pages: [], isWhole: false };
  else if (message.kind === "pages") incoming?.pages.push(...message.pages);
  else if (message.kind === "end" && incoming) incoming.isWhole = true;
  if (message.kind === "explain") {
    const pages = takeWhole(message.key);
    return pages ? { kind: "explained", part: pageInDocument(pages, message.page) } : { kind: "unknown" };
  }
  if (message.kind !== "question") return undefined;
  const document = recent.find(message.key, performance.now()) ?? joined(message.key);
  return document ? answerTo(document, message.question) : { kind: "unknown" };
}

function joined(key: string): DocumentBlocks | undefined {
  const pages = takeWhole(key);
  if (!pages) return undefined;
  const characters = pages.reduce((sum, page) => sum + (page.ok ? (page.structure?.length ?? 0) : 0), 0);
  recent.makeRoom(characters);
  const document = documentBlocks(pages);
  recent.keep(key, document, { characters, now: performance.now() });
  return document;
}

/** The pages of a document, if all of them have been sent. */
function takeWhole(key: string): readonly StructuredPage[] | undefined {
  const pages = incoming?.isWhole && incoming.key === key ? incoming.pages : undefined;
  incoming = undefined;
  return pages;
}

parentPort?.on("message", (message: ToStructureThread) => {
  const answer = received(message);
  if (answer) parentPort?.postMessage(answer, []);
});
