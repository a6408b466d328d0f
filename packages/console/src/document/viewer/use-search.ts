import { useState } from "react";

import { reasonOf } from "../../parts/api-error.tsx";
import type { Match, ViewedDocument } from "../model/viewed-document.ts";

export interface Search {
  readonly term: string;
  readonly matches: readonly Match[];
  readonly current: Match | undefined;
  /** Such as "2 of 7". */
  readonly summary: string;
  readonly find: (term: string) => Promise<void>;
  readonly step: (by: 1 | -1) => void;
  readonly clear: () => void;
}

interface Found {
  readonly term: string;
  readonly matches: readonly Match[];
  readonly at: number;
  readonly problem: string;
}

const NOTHING: Found = { term: "", matches: [], at: 0, problem: "" };

/** Finds a term in the whole document and goes from match to match, beginning with the page that is read. */
export function useSearch(document: ViewedDocument, page: number, onMatch: (match: Match) => void): Search {
  const [found, setFound] = useState(NOTHING);
  const { term, matches, at, problem } = found;
  const show = (next: Found): void => {
    setFound(next);
    const match = next.matches[next.at];
    if (match) onMatch(match);
  };
  const step = (by: 1 | -1): void => {
    if (matches.length > 0) show({ ...found, at: (at + by + matches.length) % matches.length });
  };
  const find = async (wanted: string): Promise<void> => {
    if (wanted === term) return step(1);
    if (wanted === "") return setFound(NOTHING);
    try {
      const all = await document.search(wanted);
      const here = all.findIndex((match) => match.page >= page);
      show({ term: wanted, matches: all, at: Math.max(here, 0), problem: "" });
    } catch (error) {
      setFound({ ...NOTHING, term: wanted, problem: reasonOf(error) });
    }
  };
  return {
    term,
    matches,
    current: matches[at],
    summary: summaryOf(found, problem),
    find,
    step,
    clear: () => setFound(NOTHING),
  };
}

function summaryOf({ term, matches, at }: Found, problem: string): string {
  if (problem !== "") return problem;
  if (term === "") return "";
  return matches.length === 0 ? "Not found" : `${at + 1} of ${matches.length}`;
}
