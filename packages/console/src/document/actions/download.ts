import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import type { DocumentCorrectionsQuery, Rendition } from "../../generated/graphql.ts";
import { htmlOf, loadChunks, loadTables } from "../renditions/structure.ts";

const LINK = graphql(`
  query DownloadLink($id: ID!, $rendition: Rendition!) {
    job(id: $id) {
      download(rendition: $rendition) {
        path
      }
    }
  }
`);

const MARKDOWN = graphql(`
  query DocumentMarkdown($id: ID!) {
    job(id: $id) {
      markdown
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

const WITHOUT_STRUCTURE = "This document was read without its structure. Run it again to get this file.";

/** Lets the browser download a file that the service writes. */
export async function download(id: string, rendition: Rendition): Promise<void> {
  const { job } = await ask(LINK, { id, rendition });
  if (!job?.download) throw new Error("This file is not ready, or it is no longer stored.");
  const link = document.createElement("a");
  link.href = job.download.path;
  link.download = "";
  link.click();
}

export async function markdownOf(id: string): Promise<string> {
  const { job } = await ask(MARKDOWN, { id });
  if (job?.markdown) return job.markdown;
  throw new Error(WITHOUT_STRUCTURE);
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
  const tables = await everyPart(loadTables(id));
  if (tables.length === 0) throw new Error("No table was found in this document.");
  const { strToU8, zipSync } = await import("fflate");
  const files = tables.map(
    ({ csv, pages }, index) => [`table-${index + 1}-page-${pages[0] ?? 1}.csv`, strToU8(csv)] as const,
  );
  return new Blob([Uint8Array.from(zipSync(Object.fromEntries(files)))], { type: "application/zip" });
}

/** The chunks as JSON, one a line. */
export async function chunksOf(id: string): Promise<string> {
  const chunks = await everyPart(loadChunks(id, Infinity));
  return chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join("");
}

async function everyPart<Part>(parts: AsyncIterable<readonly Part[] | null>): Promise<readonly Part[]> {
  const all: Part[] = [];
  for await (const part of parts) {
    if (part === null) throw new Error(WITHOUT_STRUCTURE);
    all.push(...part);
  }
  return all;
}

/** All corrections of words, as the API returns them. */
export async function correctionsOf(id: string): Promise<string> {
  const all: unknown[] = [];
  for (let after: string | null = null; ;) {
    const { job }: DocumentCorrectionsQuery = await ask(CORRECTIONS, { id, after });
    all.push(...(job?.corrections.nodes ?? []));
    if (!job?.corrections.pageInfo.hasNextPage) break;
    after = job.corrections.pageInfo.endCursor ?? null;
  }
  if (all.length === 0) throw new Error("No word of this document has been corrected.");
  return JSON.stringify(all, null, 2);
}
