import {
  MAX_TERM_LENGTH,
  searchText,
  type TextMatch,
  type TextSearch,
} from "../../extraction/search/search-text.ts";
import type { Caller } from "../access/caller.ts";
import { DomainError } from "../domain-error.ts";
import { allPages, findJob } from "./find-jobs.ts";
import { isSettled, textOptions } from "./job.ts";
import type { JobPorts, JobReference } from "./jobs.ts";

/** See `Jobs.searchText`. */
export async function searchTextOfJob(
  { database }: JobPorts,
  caller: Caller,
  { reference, term }: { readonly reference: JobReference; readonly term: string },
): Promise<readonly TextMatch[]> {
  const job = await findJob({ database }, caller, reference);
  if (!job.keepForSearch) {
    throw new DomainError("CONFLICT", "The job was submitted without keeping its text for searches.");
  }
  if (!isSettled(job.status)) throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  // Before a thousand pages are read for it.
  refuseTerm(searchText([], textOptions(job), term));
  const pages = (await allPages(database.records, job.id)).map(({ outcome }) => outcome);
  return refuseTerm(searchText(pages, textOptions(job), term));
}

const REFUSALS = {
  blank: "expected something other than white space",
  "too-long": `expected at most ${MAX_TERM_LENGTH} characters`,
  "too-costly": "too like too much of the text; expected a shorter or plainer one",
} as const satisfies Record<Extract<TextSearch, { ok: false }>["reason"], string>;

function refuseTerm(search: TextSearch): readonly TextMatch[] {
  if (search.ok) return search.matches;
  throw new DomainError("BAD_INPUT", `term: ${REFUSALS[search.reason]}`, { field: "term" });
}
