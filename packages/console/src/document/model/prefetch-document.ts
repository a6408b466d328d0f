import { prefetchFirstPage } from "./graphql-document.ts";
import { prefetchOutline } from "./use-document.ts";

/** Asks for what a document shows first, before it is opened: its outline, its first page and the picture of it. */
export function prefetchDocument(id: string): void {
  prefetchOutline(id);
  prefetchFirstPage(id);
}
