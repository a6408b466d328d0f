import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";

import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { ButtonLink } from "../parts/links.ts";
import { useRowKeys } from "../parts/row-keys.ts";
import { ChosenDocuments } from "./list/chosen-documents.tsx";
import { Filters } from "./list/filters.tsx";
import { JobTable } from "./list/job-table.tsx";
import { useSelection } from "./list/selection.ts";
import { useJobList } from "./list/use-job-list.ts";
import type { DocumentFilter } from "./document-filter.ts";
import classes from "./list/list.module.css";

const route = getRouteApi("/frame/documents");

/** All documents of the organization, as they change. */
export function DocumentsScreen(): ReactNode {
  const filter = route.useSearch();
  const navigate = useNavigate();
  const { list, error, reach, reload, remove } = useJobList(filter);
  const selection = useSelection();
  const { search, onKeyDown } = useRowKeys();
  useEffect(() => {
    document.title = "Documents · Galley";
  }, []);
  const narrow = (next: DocumentFilter): void => {
    selection.set([]);
    void navigate({ to: "/documents", search: next, replace: true });
  };
  const chosen = list?.rows.filter(({ id }) => selection.ids.has(id)) ?? [];
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className={classes["screen"]} onKeyDown={onKeyDown}>
      <div className={classes["chosen"]}>
        <Title order={1}>Documents</Title>
        <Text c="var(--ink-faint)" role="status">
          {list && `${list.total.toLocaleString("en")} ${list.total === 1 ? "document" : "documents"}`}
        </Text>
      </div>
      {chosen.length === 0 ? (
        <Filters filter={filter} onFilter={narrow} searchField={search} />
      ) : (
        <ChosenDocuments
          chosen={chosen}
          onClear={() => selection.set([])}
          onDeleted={(ids) => {
            remove(ids);
            selection.set([]);
          }}
        />
      )}
      {error !== undefined && <ApiError error={error} retry={reload} />}
      {list === undefined && error === undefined && (
        <Stack gap={10}>
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} height={31} />
          ))}
        </Stack>
      )}
      {list?.rows.length === 0 && <NothingHere narrowed={isNarrowed} />}
      {list !== undefined && list.rows.length > 0 && (
        <JobTable
          rows={list.rows}
          total={list.total}
          reach={reach}
          selection={selection}
          filter={filter}
          onFilter={narrow}
        />
      )}
    </div>
  );
}

function NothingHere({ narrowed }: { readonly narrowed: boolean }): ReactNode {
  if (narrowed)
    return (
      <EmptyState
        title="No document matches"
        action={
          <ButtonLink to="/documents" search={{}} variant="default">
            Show all documents
          </ButtonLink>
        }
      >
        Search for part of a name or tag, or remove a filter.
      </EmptyState>
    );
  return (
    <EmptyState title="No documents yet" action={<ButtonLink to="/">Submit a document</ButtonLink>}>
      Documents that people, programs and pipelines submit appear here with their state.
    </EmptyState>
  );
}
