import { prefetchPage } from "./graphql-document.ts";
import { prefetchOutline } from "./use-document.ts";

/** Asks for what a document shows first, before it is opened at a page: its outline, the page and the picture of it. */
export function prefetchDocument(id: string, page: number): void {
  prefetchOutline(id);
  prefetchPage(id, page);
}
