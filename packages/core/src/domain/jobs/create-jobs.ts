import type { Uploads } from "../documents/uploads.ts";
import { createAcceptance } from "./submission/accept-together.ts";
import { cancelJob } from "./cancel-job.ts";
import { fetchDocument } from "./submission/fetch-document.ts";
import { createHeadStarts } from "./work/head-starts.ts";
import { giveUpJob, runJob } from "./work/run-job.ts";
import { findJob, highlights, listJobs, pagesOf, pagesOfEach, queuePositionsOfEach } from "./find-jobs.ts";
import { explainJobPage } from "./result/explain-page.ts";
import { NO_EXPLAINER } from "./result/page-explainer.ts";
import { findStructure } from "./result/missing-structure.ts";
import { structureOfJob } from "./result/document-structure.ts";
import { openDocumentOf } from "./result/open-document-of.ts";
import { createRecentPages } from "./result/recent-pages.ts";
import { readText } from "./result/read-text.ts";
import { openText, retrieveText } from "./result/retrieve-text.ts";
import { TextTurns } from "./result/text-turns.ts";
import { TextsInFlight } from "./result/texts-in-flight.ts";
import { searchTextOfJob } from "./result/search-text.ts";
import { submitDocument } from "./submission/submit-document.ts";
import { removeJob } from "./remove-job.ts";
import { resubmitDocument } from "./submission/resubmit-document.ts";
import { settledJob, watchDeletions, watchJob, watchJobs } from "./watch-job.ts";
import type { Explainer, FreeReaders, Jobs, JobPorts } from "./jobs.ts";

export function createJobs(
  outside: Omit<JobPorts, "headStarts" | "recentPages" | "explainer"> & FreeReaders & Explainer,
  uploads: Uploads,
): Jobs {
  const { freeReaders = () => 0, explainer = NO_EXPLAINER } = outside;
  const headStarts = createHeadStarts({ ...outside, freeReaders });
  const texts = { textTurns: new TextTurns(), textsInFlight: new TextsInFlight() };
  const ports = { ...outside, ...texts, explainer, headStarts, recentPages: createRecentPages() };
  const accept = createAcceptance(ports);
  return {
    submit: (caller, submission) => submitDocument({ ...ports, accept }, uploads, caller, submission),
    find: (caller, reference) => findJob(ports, caller, reference),
    list: (caller, query) => listJobs(ports, caller, query),
    seen: async ({ organizationId }, ids) =>
      (await ports.database.records.jobs.listByIds(ids)).filter(
        (job) => job.organizationId === organizationId,
      ),
    count: ({ organizationId }, filter) => ports.database.records.jobs.count({ organizationId, ...filter }),
    pages: (job, range) => pagesOf(ports, job, range),
    pagesOfEach: (jobs, range) => pagesOfEach(ports, jobs, range),
    queuePositionsOfEach: (jobs) => queuePositionsOfEach(ports, jobs),
    pageSummaries: (job) => ports.database.records.pages.summaries(job.id),
    openDocument: (caller, reference) => openDocumentOf(ports, caller, reference),
    readText: (viewer, reference, version) => readText(ports, viewer, { ...version, reference }),
    resubmit: (caller, reference, changes) => resubmitDocument(ports, caller, { reference, changes }),
    remove: (caller, reference) => removeJob(ports, caller, reference),
    cancel: (caller, reference) => cancelJob(ports, caller, reference),
    retrieveText: (caller, reference, options = {}) => retrieveText(ports, caller, { ...options, reference }),
    openText: (caller, reference, options = {}) => openText(ports, caller, { ...options, reference }),
    explainPage: (job, page) => explainJobPage(ports, job, page),
    structure: (job, version) => structureOfJob(ports, job, version),
    searchText: (caller, reference, term) => searchTextOfJob(ports, caller, { reference, term }),
    settled: (caller, reference, wait) => settledJob(ports, caller, { reference, ...wait }),
    highlights: (caller, reference, lines) => highlights(ports, caller, { reference, lines }),
    watch: (caller, reference, signal) => watchJob(ports, caller, { reference, signal }),
    watchAll: (caller, signal) => watchJobs(ports, caller, signal),
    watchDeletions: (caller, signal) => watchDeletions(ports, caller, signal),
    fetch: (task, signal) => fetchDocument(ports, uploads, { task, signal }),
    run: (jobId, signal) => runJob(ports, jobId, signal),
    findStructure: (jobId, signal) => findStructure(ports, jobId, signal),
    giveUp: (jobId) => giveUpJob(ports, jobId),
  };
}
