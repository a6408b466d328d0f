import { Checkbox, Skeleton, Text, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useRef, type ReactNode } from "react";

import { RelativeTime } from "../../parts/relative-time.tsx";
import { nameOf, type JobRow } from "../live/job-row.ts";
import { JobProgress, JobState } from "../live/job-state.tsx";
import { modeLabel } from "../reading/reading.ts";
import type { DocumentFilter } from "../document-filter.ts";
import type { Selection } from "./selection.ts";
import classes from "./list.module.css";

const ROW = 41;

/** The documents as rows of one scroll; only those near the window exist. */
export function JobTable({
  rows,
  total,
  reach,
  selection,
  filter,
  onFilter,
}: {
  readonly rows: readonly JobRow[];
  readonly total: number;
  readonly reach: (index: number) => void;
  readonly selection: Selection;
  readonly filter: DocumentFilter;
  readonly onFilter: (filter: DocumentFilter) => void;
}): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: Math.max(total, rows.length),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => reach(last), [reach, last]);
  const current = useRef({ rows, selection, filter, onFilter });
  useEffect(() => {
    current.current = { rows, selection, filter, onFilter };
  });
  // They stay the same, so that scrolling draws only the rows that come into sight.
  const select = useCallback((index: number, range: boolean) => {
    current.current.selection.toggle(current.current.rows, index, range);
  }, []);
  const showTag = useCallback((tag: string) => {
    current.current.onFilter({ ...current.current.filter, tag });
  }, []);
  const order = (sort: DocumentFilter["sort"]): void => onFilter({ ...filter, sort });
  return (
    <div role="table" aria-label="Documents" aria-rowcount={total + 1} className={classes["table"]}>
      <div role="row" className={`${classes["row"]} ${classes["head"]}`} aria-rowindex={1}>
        <span role="columnheader">
          <Checkbox
            size="xs"
            aria-label="Select all loaded documents"
            checked={rows.length > 0 && selection.ids.size >= rows.length}
            indeterminate={selection.ids.size > 0 && selection.ids.size < rows.length}
            onChange={({ currentTarget }) =>
              selection.set(currentTarget.checked ? rows.map(({ id }) => id) : [])
            }
          />
        </span>
        <SortHead label="Name" on={filter.sort === "name"} direction="ascending" sort={() => order("name")} />
        <span role="columnheader">State</span>
        <span role="columnheader">Details</span>
        <span role="columnheader">Pages</span>
        <span role="columnheader">Mode</span>
        <span role="columnheader">Label</span>
        <SortHead
          label="Submitted"
          on={filter.sort !== "name"}
          direction="descending"
          sort={() => order(undefined)}
        />
      </div>
      <div ref={scroller} role="rowgroup" className={classes["body"]}>
        <div role="presentation" className={classes["stack"]} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const job = rows[index];
            return (
              <Row
                key={job?.id ?? index}
                job={job}
                index={index}
                start={start}
                selected={job !== undefined && selection.ids.has(job.id)}
                onSelect={select}
                onTag={showTag}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function SortHead({
  label,
  on,
  direction,
  sort,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly direction: "ascending" | "descending";
  readonly sort: () => void;
}): ReactNode {
  return (
    <span role="columnheader" aria-sort={on ? direction : "none"}>
      <UnstyledButton className={classes["sort"] ?? ""} onClick={sort}>
        {label} {on && (direction === "ascending" ? "↑" : "↓")}
      </UnstyledButton>
    </span>
  );
}

interface RowProps {
  /** Undefined until it is loaded. */
  readonly job: JobRow | undefined;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  readonly selected: boolean;
  /** `range`: with all rows since the one before. */
  readonly onSelect: (index: number, range: boolean) => void;
  readonly onTag: (tag: string) => void;
}

const Row = memo(function Row({ start, ...props }: RowProps): ReactNode {
  const { job, index } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${classes["row"]} ${classes["item"]}`}
      style={{ top: start }}
    >
      {job ? (
        <Cells {...props} job={job} />
      ) : (
        <span role="cell" className={classes["waiting"]}>
          <Skeleton height={12} />
        </span>
      )}
    </div>
  );
});

function Cells({
  job,
  index,
  selected,
  onSelect,
  onTag,
}: Omit<RowProps, "start"> & { readonly job: JobRow }): ReactNode {
  const name = nameOf(job);
  return (
    <>
      <span role="cell">
        <Checkbox
          size="xs"
          aria-label={`Select ${name}`}
          checked={selected}
          onClick={({ shiftKey }) => onSelect(index, shiftKey)}
          readOnly
        />
      </span>
      <span role="cell" dir="auto" className={classes["name"]}>
        <Link
          to="/documents/$id"
          params={{ id: job.id }}
          data-row
          title={name}
          aria-keyshortcuts="x"
          onKeyDown={({ key, shiftKey }) => key.toLowerCase() === "x" && onSelect(index, shiftKey)}
        >
          {name}
        </Link>
      </span>
      <span role="cell">
        <JobState job={job} />
      </span>
      <span role="cell">
        <JobProgress job={job} />
      </span>
      <span role="cell">{job.pageCount ?? ""}</span>
      <span role="cell">{modeLabel(job.mode)}</span>
      <span role="cell" className={classes["name"]}>
        {job.tag !== "default" && (
          <UnstyledButton
            dir="auto"
            className={classes["tag"] ?? ""}
            onClick={() => onTag(job.tag)}
            title={`Only the tag ${job.tag}`}
          >
            {job.tag}
          </UnstyledButton>
        )}
      </span>
      <span role="cell">
        <Text size="sm" c="var(--ink-faint)">
          <RelativeTime at={job.submittedAt} />
        </Text>
      </span>
    </>
  );
}
