import type { CorrectablePage } from "../../../extraction/corrections/corrected-page.ts";
import { WORD_COLUMNS } from "../../../extraction/page/page-text.ts";
import type { Caller } from "../../access/model/caller.ts";
import { assertMay } from "../../access/model/policy.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database, Environment, Transaction } from "../../ports.ts";
import { findJob } from "../find-jobs.ts";
import type { JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";
import { isTextKept } from "../result/text-lifetime.ts";
import type { CorrectedPage, CorrectedWord, Correction } from "./correction.ts";
import { storeCorrected } from "./store-corrected.ts";

/** Corrections of words, in the stored pages and so in all that is written from them. They are deleted with the text. */
export interface Corrections {
  /**
   * Corrects a word in the stored page; the page is also kept as it was read. An earlier correction of the word is
   * replaced.
   *
   * @throws DomainError `BAD_INPUT`, `NOT_FOUND` if there is no such word, `ALREADY_DELIVERED` if the text is no longer
   * kept, `CONFLICT` if the job has too many.
   */
  correct(caller: Caller, place: CorrectedWord, text: string): Promise<Correction>;
  /** @throws DomainError `NOT_FOUND`, `ALREADY_DELIVERED`. */
  remove(caller: Caller, place: CorrectedWord): Promise<void>;
  /** By page and word, from `offset` on. */
  list(job: Job, range: { readonly offset: number; readonly limit: number }): Promise<readonly Correction[]>;
  count(job: Job): Promise<number>;
  /** The corrections of each page, by word, in one query. */
  ofEachPage(pages: readonly CorrectedPage[]): Promise<readonly (readonly Correction[])[]>;
}

interface Ports {
  readonly database: Database<JobRecords>;
  readonly environment: Environment;
}

const MAX_LENGTH = 1000;

/** Maximum number of corrections of a job. */
const MAX_CORRECTIONS = 10_000;

export function createCorrections(ports: Ports): Corrections {
  const { corrections } = ports.database.records;
  return {
    correct: (caller, place, text) => correctWord(ports, caller, { place, text }),
    remove: (caller, place) => removeCorrection(ports, caller, place),
    list: (job, range) => corrections.list(job.id, range),
    count: (job) => corrections.count(job.id),
    async ofEachPage(pages) {
      const found = await corrections.listOfPages(pages);
      const byPage = Map.groupBy(found, keyOf);
      return pages.map((page) => byPage.get(keyOf(page)) ?? []);
    },
  };
}

function keyOf({ jobId, page }: CorrectedPage): string {
  return `${jobId} ${page}`;
}

async function correctWord(
  ports: Ports,
  caller: Caller,
  { place, text }: { readonly place: CorrectedWord; readonly text: string },
): Promise<Correction> {
  assertMay(caller, "correct texts");
  // A word is a part of a line.
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (line === "" || line.length > MAX_LENGTH) {
    throw new DomainError("BAD_INPUT", `text: expected 1 to ${MAX_LENGTH} characters`, { field: "text" });
  }
  const { id, organizationId } = await findJob(ports, caller, { id: place.jobId });
  return ports.database.transaction(async (records) => {
    const now = ports.environment.now();
    const page = await lockedPage(records, { ...place, jobId: id }, now);
    const correction: Correction = {
      ...place,
      organizationId,
      original: wordOf(page.read, place),
      text: line,
      authorId: caller.kind === "extraction_key" ? null : caller.userId,
      correctedAt: now,
    };
    if ((await records.corrections.count(id)) >= MAX_CORRECTIONS) {
      throw new DomainError("CONFLICT", `A document has at most ${MAX_CORRECTIONS} corrections.`);
    }
    await records.corrections.put(correction);
    await storeCorrected(records, page.job, [place.page]);
    return correction;
  });
}

async function removeCorrection(ports: Ports, caller: Caller, place: CorrectedWord): Promise<void> {
  assertMay(caller, "correct texts");
  await findJob(ports, caller, { id: place.jobId });
  await ports.database.transaction(async (records) => {
    const page = await lockedPage(records, place, ports.environment.now());
    if (!(await records.corrections.find(place))) {
      throw new DomainError("NOT_FOUND", `Word ${place.word} of page ${place.page} has no correction.`, {
        field: "word",
      });
    }
    await records.corrections.remove(place);
    await storeCorrected(records, page.job, [place.page]);
  });
}

/** A page of a locked job. */
interface LockedPage {
  readonly job: Job;
  /** As it was read. */
  readonly read: CorrectablePage;
}

/** The job is locked, so that no correction of another caller is lost, and none is stored after the text was deleted. */
async function lockedPage(
  { jobs, pages }: Transaction<JobRecords>,
  { jobId, page }: CorrectedPage,
  now: Date,
): Promise<LockedPage> {
  const job = await jobs.lock(jobId);
  if (!job || !isTextKept(job, now)) {
    throw new DomainError("ALREADY_DELIVERED", "The text is no longer kept.");
  }
  const read = (await pages.asRead(jobId, [page])).get(page);
  if (read) return { job, read };
  throw new DomainError("NOT_FOUND", `Page ${page} has not been read.`, { field: "page" });
}

function wordOf({ text, words }: CorrectablePage, { page, word }: CorrectedWord): string {
  const [start, end] = words.subarray(word * WORD_COLUMNS.length);
  if (start !== undefined && end !== undefined) return text.slice(start, end);
  throw new DomainError("NOT_FOUND", `Page ${page} has no word ${word}.`, { field: "word" });
}
