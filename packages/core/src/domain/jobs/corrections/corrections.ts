import { wordsOfPage } from "../../../extraction/result/document-text.ts";
import type { Caller } from "../../access/model/caller.ts";
import { assertMay } from "../../access/model/policy.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database, Environment, Transaction } from "../../ports.ts";
import { findJob } from "../find-jobs.ts";
import type { JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";
import { isTextKept } from "../result/text-lifetime.ts";
import type { CorrectedPage, CorrectedWord, Correction } from "./correction.ts";

/** Corrections of words. They are deleted with the text. */
export interface Corrections {
  /**
   * Stores a correction beside the word, which stays as it was read. An earlier correction is replaced.
   *
   * @throws DomainError `BAD_INPUT`, `NOT_FOUND` if there is no such word, `ALREADY_DELIVERED` if the text is no longer
   * kept, `CONFLICT` if the job has too many.
   */
  correct(caller: Caller, place: CorrectedWord, text: string): Promise<Correction>;
  /** @throws DomainError `NOT_FOUND` */
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
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MAX_LENGTH) {
    throw new DomainError("BAD_INPUT", `text: expected 1 to ${MAX_LENGTH} characters`, { field: "text" });
  }
  const { id, organizationId } = await findJob(ports, caller, { id: place.jobId });
  return ports.database.transaction(async (records) => {
    const now = ports.environment.now();
    const correction: Correction = {
      ...place,
      organizationId,
      original: await wordAt(records, { ...place, jobId: id }, now),
      text: trimmed,
      authorId: caller.kind === "extraction_key" ? null : caller.userId,
      correctedAt: now,
    };
    if ((await records.corrections.count(id)) >= MAX_CORRECTIONS) {
      throw new DomainError("CONFLICT", `A document has at most ${MAX_CORRECTIONS} corrections.`);
    }
    await records.corrections.put(correction);
    return correction;
  });
}

/** The job is locked, so the correction is not stored after the text was deleted. */
async function wordAt(
  { jobs, pages }: Transaction<JobRecords>,
  { jobId, page, word }: CorrectedWord,
  now: Date,
): Promise<string> {
  const job = await jobs.lock(jobId);
  if (!job || !isTextKept(job, now)) {
    throw new DomainError("ALREADY_DELIVERED", "The text is no longer kept.");
  }
  const outcome = (await pages.find(jobId, page))?.outcome;
  const found = outcome?.ok ? wordsOfPage(outcome)[word] : undefined;
  if (found) return found.text;
  throw new DomainError("NOT_FOUND", `Page ${page} has no word ${word}.`, { field: "word" });
}

async function removeCorrection(ports: Ports, caller: Caller, place: CorrectedWord): Promise<void> {
  assertMay(caller, "correct texts");
  await findJob(ports, caller, { id: place.jobId });
  await ports.database.transaction(async ({ corrections }) => {
    if (!(await corrections.find(place))) {
      throw new DomainError("NOT_FOUND", `Word ${place.word} of page ${place.page} has no correction.`, {
        field: "word",
      });
    }
    await corrections.remove(place);
  });
}
