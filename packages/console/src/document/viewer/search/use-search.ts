import { useRef, useState } from "react";

import { reasonOf } from "../../../parts/api-error.tsx";
import type { Match, ViewedDocument } from "../../model/viewed-document.ts";

export interface Search {
  /** What the search field has. */
  readonly typed: string;
  readonly type: (text: string) => void;
  /** What was searched for last. */
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
  const [typed, type] = useState("");
  const [found, setFound] = useState(NOTHING);
  const { term, matches, at } = found;
  /** Only the answer to the last search counts. */
  const searches = useRef(0);
  const show = (next: Found): void => {
    setFound(next);
    const match = next.matches[next.at];
    if (match) onMatch(match);
  };
  const step = (by: 1 | -1): void => {
    if (matches.length > 0) show({ ...found, at: (at + by + matches.length) % matches.length });
  };
  const forget = (): void => {
    searches.current++;
    setFound(NOTHING);
  };
  const clear = (): void => {
    type("");
    forget();
  };
  const find = async (wanted: string): Promise<void> => {
    if (wanted === "") return forget();
    const search = ++searches.current;
    try {
      const all = nearest(await document.search(wanted));
      if (search !== searches.current) return;
      const here = all.findIndex((match) => match.page >= page);
      show({ term: wanted, matches: all, at: Math.max(here, 0), problem: "" });
    } catch (error) {
      if (search === searches.current) setFound({ ...NOTHING, term: wanted, problem: reasonOf(error) });
    }
  };
  return { typed, type, term, matches, current: matches[at], summary: summaryOf(found), find, step, clear };
}

/** What is only similar to the term is shown if nothing is exactly like it. */
function nearest(matches: readonly Match[]): readonly Match[] {
  const exact = matches.filter(({ distance }) => distance === 0);
  return exact.length > 0 ? exact : matches;
}

function summaryOf({ term, matches, at, problem }: Found): string {
  if (problem !== "") return problem;
  if (term === "") return "";
  const [first] = matches;
  if (first === undefined) return "Not found";
  return `${at + 1} of ${matches.length}${first.distance > 0 ? " similar" : ""}`;
}
