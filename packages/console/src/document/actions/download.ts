import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import type { Rendition } from "../../generated/graphql.ts";

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
