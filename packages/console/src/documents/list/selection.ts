import { useRef, useState } from "react";

import type { JobRow } from "../live/job-row.ts";

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly set: (ids: readonly string[]) => void;
  /** Turns a row on or off; with `range`, all rows from the one before. */
  readonly toggle: (rows: readonly JobRow[], index: number, range: boolean) => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(0);
  return {
    ids,
    set: (chosen) => setIds(new Set(chosen)),
    toggle(rows, index, range) {
      const [from, to] = range
        ? [Math.min(last.current, index), Math.max(last.current, index)]
        : [index, index];
      const touched = rows.slice(from, to + 1).map(({ id }) => id);
      const on = !ids.has(rows[index]?.id ?? "");
      last.current = index;
      setIds(new Set(on ? [...ids, ...touched] : [...ids].filter((id) => !touched.includes(id))));
    },
  };
}
