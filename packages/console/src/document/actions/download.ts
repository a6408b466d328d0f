import { everyNode } from "../../api/every-node.ts";
import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import type { DownloadForm, Rendition } from "../../generated/graphql.ts";
import { htmlOf, loadTables, type Table } from "../renditions/structure.ts";

const LINK = graphql(`
  query DownloadLink($id: ID!, $rendition: Rendition!) {
    job(id: $id) {
      download(rendition: $rendition) {
        path
      }
    }
  }
`);

const KEPT = graphql(`
  query KeptFiles($id: ID!) {
    job(id: $id) {
      text: download(rendition: TEXT) {
        path
      }
      document: download(rendition: DOCUMENT) {
        path
      }
    }
  }
`);

const MANY = graphql(`
  query DownloadMany($ids: [ID!]!, $rendition: Rendition!, $form: DownloadForm!) {
    downloads(jobIds: $ids, rendition: $rendition, form: $form) {
      path
    }
  }
`);

const CORRECTIONS = graphql(`
  query DocumentCorrections($id: ID!, $after: String) {
    job(id: $id) {
      corrections(first: 100, after: $after) {
        nodes {
          page
          word
          original
          text
          correctedAt
          author {
            name
            email
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

/** What can no longer be downloaded. */
export interface KeptFiles {
  readonly text: boolean;
  readonly document: boolean;
}

export async function keptFiles(id: string): Promise<KeptFiles> {
  const { job } = await ask(KEPT, { id });
  return { text: Boolean(job?.text), document: Boolean(job?.document) };
}

const NOT_THERE =
  "This file is not ready, it is no longer stored, or the document was read without its structure.";
const WITHOUT_STRUCTURE = "This document was read without its structure. Run it again to get this file.";

/** Lets the browser download a file that the service writes. */
export async function download(id: string, rendition: Rendition): Promise<void> {
  const { job } = await ask(LINK, { id, rendition });
  if (!job?.download) throw new Error(NOT_THERE);
  follow(job.download.path);
}

function follow(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}

export interface ManyFiles {
  readonly rendition: Rendition;
  readonly form: DownloadForm;
}

/** The API takes this many at once. */
const AT_ONCE = 200;

/** Lets the browser download files of several documents, in parts if there are many. */
export async function downloadMany(ids: readonly string[], files: ManyFiles): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const { downloads } = await ask(MANY, { ids: ids.slice(at, at + AT_ONCE), ...files });
    follow(downloads.path);
  }
}

/** A complete page that a browser can show. */
export async function htmlPageOf(id: string, title: string): Promise<string> {
  const article = await htmlOf(id);
  if (article === null) throw new Error(WITHOUT_STRUCTURE);
  const safe = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${safe}</title>\n</head>\n<body>\n${article}</body>\n</html>\n`;
}

/** A ZIP archive with each table as CSV. */
export async function tablesOf(id: string): Promise<Blob> {
  const tables: Table[] = [];
  for await (const part of loadTables(id)) {
    if (part === null) throw new Error(WITHOUT_STRUCTURE);
    tables.push(...part);
  }
  if (tables.length === 0) throw new Error("No table was found in this document.");
  const { strToU8, zipSync } = await import("fflate");
  const files = tables.map(
    ({ csv, pages }, index) => [`table-${index + 1}-page-${pages[0] ?? 1}.csv`, strToU8(csv)] as const,
  );
  return new Blob([Uint8Array.from(zipSync(Object.fromEntries(files)))], { type: "application/zip" });
}

/** All corrections of words, as the API returns them. */
export async function correctionsOf(id: string): Promise<string> {
  const all = await everyNode(async (after) => (await ask(CORRECTIONS, { id, after })).job?.corrections);
  if (all.length === 0) throw new Error("No word of this document has been corrected.");
  return JSON.stringify(all, null, 2);
}
