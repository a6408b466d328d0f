import { useEffect, useRef, useState } from "react";
import { useQuery, type CombinedError } from "urql";

import type { RunFileStatus } from "../generated/graphql.ts";
import type { FileFilter } from "./file-filters.ts";
import { RUN_FILES, type RunFileRecord, type RunRecord } from "./run-queries.ts";
import { isGoingOn } from "./run-states.ts";

const STATUSES = {
  failed: ["FAILED", "STOPPED"],
  done: ["DONE"],
  skipped: ["SKIPPED"],
  waiting: ["PENDING", "EXTRACTING", "WRITING"],
} as const satisfies Record<FileFilter, readonly RunFileStatus[]>;

/** Files are asked for again at most this often while a run goes on. */
const REFRESH_MS = 1000;

export interface RunFilePart {
  readonly nodes: readonly RunFileRecord[];
  readonly error: CombinedError | undefined;
  readonly isLoading: boolean;
  readonly more: (() => void) | undefined;
  readonly reload: () => void;
}

/** The files of a run that pass the filter, up to date while it goes on. */
export function useRunFiles({ id, status }: RunRecord, filter: FileFilter | undefined): RunFilePart {
  const [after, setAfter] = useState<string>();
  const [{ data, error }, ask] = useQuery({
    query: RUN_FILES,
    variables: { id, statuses: filter === undefined ? undefined : [...STATUSES[filter]], after },
    requestPolicy: "cache-and-network",
  });
  const refresh = useRef(ask);
  useEffect(() => {
    refresh.current = ask;
  }, [ask]);
  useEffect(() => {
    const update = (): void => refresh.current({ requestPolicy: "network-only" });
    // Asked once more after the end, for the files that were finished last.
    update();
    if (!isGoingOn(status)) return undefined;
    const timer = setInterval(update, REFRESH_MS);
    return () => clearInterval(timer);
  }, [status]);
  useEffect(() => setAfter(undefined), [filter]);
  const part = data?.run?.files;
  const { hasNextPage = false, endCursor = null } = part?.pageInfo ?? {};
  return {
    nodes: part?.nodes ?? [],
    error,
    isLoading: part === undefined && error === undefined,
    more: hasNextPage ? () => setAfter(endCursor ?? undefined) : undefined,
    reload: () => ask({ requestPolicy: "network-only" }),
  };
}
