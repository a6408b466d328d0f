/** What came of one document. */
export type Outcome = "read" | "with failed pages" | "failed" | "skipped";

/** Counts what became of the documents of a run. */
export interface Summary {
  add(outcome: Outcome, pages: number): void;
  /** Whether a document or one of its pages could not be read. */
  readonly failed: boolean;
  /** One sentence for people. */
  text(): string;
}

export function createSummary(now: () => number, passedOver: number): Summary {
  const startedAt = now();
  const counts = new Map<Outcome, number>();
  const count = (outcome: Outcome): number => counts.get(outcome) ?? 0;
  let pagesRead = 0;
  return {
    add(outcome, pages) {
      counts.set(outcome, count(outcome) + 1);
      pagesRead += pages;
    },
    get failed() {
      return count("failed") + count("with failed pages") > 0;
    },
    text() {
      const documents = count("read") + count("with failed pages");
      const seconds = ((now() - startedAt) / 1000).toFixed(1);
      const rest = [
        [count("with failed pages"), "with failed pages"],
        [count("failed"), "failed"],
        [count("skipped"), "skipped because their results are up to date"],
        [passedOver, "passed over because of their names"],
      ] as const;
      return [
        `${counted(documents, "document")} read (${counted(pagesRead, "page")}) in ${seconds} s`,
        ...rest.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`),
      ].join(", ");
    },
  };
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
