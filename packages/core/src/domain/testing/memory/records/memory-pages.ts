import type { CorrectablePage } from "../../../../extraction/corrections/corrected-page.ts";
import { plainOutcome, type StorableOutcome } from "../../../../extraction/result/storable-outcome.ts";
import type { PageStore, StoredPage } from "../../../jobs/page-ports.ts";

function withoutCertainWords(page: StoredPage): StoredPage {
  const { outcome } = page;
  const isCertain = outcome.ok && outcome.textSource === "native" && outcome.recognisers === undefined;
  return isCertain ? { ...page, outcome: { ...outcome, words: new Float64Array() } } : page;
}

function asOutline(page: StoredPage): StoredPage {
  const { outcome } = page;
  if (!outcome.ok) return page;
  const nothing = { text: "", lines: new Float32Array(), words: new Float64Array(), rules: [], images: [] };
  return { ...page, outcome: { ...outcome, ...nothing } };
}

/** A page with its content as it was read, if that was corrected. */
export type MemoryPage = StoredPage & { readonly original?: CorrectablePage };

function contentOf({ text, words, fields, structure }: CorrectablePage): CorrectablePage {
  return { text, words, fields, ...(structure !== undefined && { structure }) };
}

export function memoryPages(table: () => Map<string, MemoryPage>): PageStore {
  const ofJob = (jobId: string): MemoryPage[] =>
    [...table().values()]
      .filter((page) => page.jobId === jobId)
      .toSorted((a, b) => a.outcome.number - b.outcome.number);
  const next = (jobId: string, { after, limit }: { after: number; limit: number }): StoredPage[] =>
    ofJob(jobId)
      .filter(({ outcome }) => outcome.number > after)
      .slice(0, limit);
  const insert = (jobId: string, outcomes: readonly StorableOutcome[]): number => {
    const before = table().size;
    for (const outcome of outcomes) {
      const key = `${jobId} ${outcome.number}`;
      if (!table().has(key))
        table().set(key, { jobId, sequence: table().size + 1, outcome: plainOutcome(outcome) });
    }
    return table().size - before;
  };
  return {
    insert: async (jobId, outcomes) => insert(jobId, outcomes),
    insertNew: async (jobId, outcomes) => void insert(jobId, outcomes),
    ...structures(table, ofJob),
    ...corrected(table, ofJob),
    numbers: async (jobId) => ofJob(jobId).map(({ outcome }) => outcome.number),
    failures: async (jobId) =>
      ofJob(jobId).flatMap(({ outcome: { ok, number, message } }) => (ok ? [] : [{ number, message }])),
    summaries: async (jobId) =>
      ofJob(jobId).map(({ outcome: { number, ok, message, seconds } }) => ({ number, ok, message, seconds })),
    lines: async (jobId) => ofJob(jobId).map(({ outcome }) => outcome),
    wordings: async (jobId) => ofJob(jobId).map(({ outcome }) => outcome),
    structures: async (jobId, part) => next(jobId, part).map(({ outcome }) => outcome),
    words: async (jobId, numbers) =>
      new Map(
        ofJob(jobId).flatMap(({ outcome }) =>
          outcome.ok && numbers.includes(outcome.number) ? [[outcome.number, outcome.words]] : [],
        ),
      ),
    find: async (jobId, number) => table().get(`${jobId} ${number}`),
    list: async (jobId, part) => next(jobId, part),
    listForText: async (jobId, part) => next(jobId, part).map(withoutCertainWords),
    listOfJobs: async (jobIds, { detail, ...part }) =>
      jobIds
        .flatMap((jobId) => next(jobId, part))
        .map((page) => (detail === "outline" ? asOutline(page) : page)),
    listSince: async (jobId, { after, limit }) =>
      ofJob(jobId)
        .filter(({ sequence }) => sequence > after)
        .toSorted((a, b) => a.sequence - b.sequence)
        .slice(0, limit),
    async forgetText(jobId) {
      for (const page of ofJob(jobId)) table().set(`${jobId} ${page.outcome.number}`, withoutText(page));
    },
  };
}

function withoutText(page: StoredPage): StoredPage {
  const { outcome } = page;
  if (!outcome.ok) return page;
  const text = outcome.text.replace(/[^\n]/g, "");
  const { structure: _, ...rest } = outcome;
  return { ...page, outcome: { ...rest, text, words: new Float64Array(), fields: [], checkMarks: [] } };
}

function structures(
  table: () => Map<string, MemoryPage>,
  ofJob: (jobId: string) => readonly MemoryPage[],
): Pick<PageStore, "numbersWithoutStructure" | "addStructures"> {
  return {
    numbersWithoutStructure: async (jobId) =>
      ofJob(jobId).flatMap(({ outcome }) =>
        outcome.ok && outcome.structure === undefined ? [outcome.number] : [],
      ),
    async addStructures(jobId, found) {
      for (const { number, structure } of found) {
        const page = table().get(`${jobId} ${number}`);
        if (!page?.outcome.ok || page.outcome.structure !== undefined) continue;
        const original = page.original && { original: { ...page.original, structure } };
        table().set(`${jobId} ${number}`, { ...page, ...original, outcome: { ...page.outcome, structure } });
      }
    },
  };
}

function corrected(
  table: () => Map<string, MemoryPage>,
  ofJob: (jobId: string) => readonly MemoryPage[],
): Pick<PageStore, "correct" | "asRead" | "forgetOriginals"> {
  return {
    async correct(jobId, number, content) {
      const key = `${jobId} ${number}`;
      const page = table().get(key);
      if (!page?.outcome.ok) return;
      const original = page.original ?? contentOf(page.outcome);
      table().set(key, { ...page, original, outcome: { ...page.outcome, ...content } });
    },
    asRead: async (jobId, numbers) =>
      new Map(
        ofJob(jobId).flatMap(({ outcome, original }) =>
          outcome.ok && numbers.includes(outcome.number)
            ? [[outcome.number, original ?? contentOf(outcome)]]
            : [],
        ),
      ),
    async forgetOriginals(jobId) {
      for (const { original: _, ...page } of ofJob(jobId))
        table().set(`${jobId} ${page.outcome.number}`, page);
    },
  };
}
