import { Pill } from "@mantine/core";
import type { ReactNode, RefObject } from "react";

import type { JobStatus } from "../../generated/graphql.ts";
import { ListFilters } from "../../parts/filters/list-filters.tsx";
import type { DocumentFilter } from "../document-filter.ts";

const STATES: readonly (readonly [string, readonly JobStatus[]])[] = [
  ["Running", ["ACCEPTED", "PROCESSING"]],
  ["Processed", ["PROCESSED", "RETRIEVED"]],
  ["Failed", ["FAILED"]],
  ["Cancelled", ["CANCELLED"]],
];

/** The filters of the list of documents. */
export function Filters(filters: {
  readonly filter: DocumentFilter;
  readonly onFilter: (filter: DocumentFilter) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const { filter, onFilter } = filters;
  const { tag } = filter;
  return (
    <ListFilters {...filters} states={STATES}>
      {tag !== undefined && (
        <Pill
          withRemoveButton
          removeButtonProps={{
            "aria-label": `Show all labels, not only ${tag}`,
            "aria-hidden": false,
            tabIndex: 0,
          }}
          onRemove={() => onFilter({ ...filter, tag: undefined })}
        >
          Label {tag}
        </Pill>
      )}
    </ListFilters>
  );
}
