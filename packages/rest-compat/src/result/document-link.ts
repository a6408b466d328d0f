import type { Job } from "@galley/core/domain";

/** The header's description in the reference. */
export const DOCUMENT_LINK = {
  Link: 'The document\'s page in the console: `</console/documents/{id}>; rel="alternate"; type="text/html"`.',
} as const;

/** Links a response about a document to its page in the console. */
export function documentLink({ id }: Pick<Job, "id">): Readonly<Record<keyof typeof DOCUMENT_LINK, string>> {
  return { Link: `</console/documents/${id}>; rel="alternate"; type="text/html"` };
}
