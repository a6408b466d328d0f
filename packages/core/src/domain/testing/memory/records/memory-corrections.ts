import type { CorrectedWord, Correction, CorrectionStore } from "../../../jobs/corrections/correction.ts";

export function memoryCorrections(table: () => Map<string, Correction>): CorrectionStore {
  const sorted = (isWanted: (correction: Correction) => boolean): Correction[] =>
    [...table().values()].filter(isWanted).toSorted((a, b) => a.page - b.page || a.word - b.word);
  return {
    put: async (correction) => void table().set(keyOf(correction), correction),
    find: async (place) => table().get(keyOf(place)),
    list: async (jobId, { offset, limit }) =>
      sorted((correction) => correction.jobId === jobId).slice(offset, offset + limit),
    count: async (jobId) => sorted((correction) => correction.jobId === jobId).length,
    listOfPages: async (pages) =>
      sorted(({ jobId, page }) => pages.some((wanted) => wanted.jobId === jobId && wanted.page === page)),
    remove: async (place) => void table().delete(keyOf(place)),
    async removeOfJob(jobId) {
      for (const [key, correction] of table()) if (correction.jobId === jobId) table().delete(key);
    },
  };
}

function keyOf({ jobId, page, word }: CorrectedWord): string {
  return `${jobId} ${page} ${word}`;
}
