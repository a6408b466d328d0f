import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import type { DocumentCorrectionsQuery, Rendition } from "../../generated/graphql.ts";

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
  throw new Error("This document was read without its structure. Run it again to get Markdown.");
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
