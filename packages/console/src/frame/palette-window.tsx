import { createSpotlight, Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { nameOf } from "../documents/live/job-row.ts";
import { stateOf } from "../documents/live/job-state.tsx";
import { SCREENS } from "./screens.ts";
import { useIsManager } from "./viewer.ts";

const RECENT = graphql(`
  query PaletteDocuments($search: String) {
    jobs(first: 8, filter: { search: $search }) {
      nodes {
        ...JobRow
      }
    }
  }
`);

const [store, spotlight] = createSpotlight();

/** Go to a screen, submit a document, find one by name. */
export function PaletteWindow({ opened }: { readonly opened: number }): ReactNode {
  const navigate = useNavigate();
  const manager = useIsManager();
  const [query, setQuery] = useState("");
  const [term] = useDebouncedValue(query.trim(), 200);
  const [{ data }] = useQuery({
    query: RECENT,
    variables: { search: term || null },
    requestPolicy: "network-only",
  });
  useEffect(() => spotlight.open(), [opened]);
  const screens: SpotlightActionGroupData = {
    group: "Go to",
    actions: SCREENS.filter(({ managersOnly }) => manager || managersOnly !== true).map(
      ({ to, label, icon: Picture }) => ({
        id: to,
        label,
        leftSection: <Picture aria-hidden size={18} stroke={1.6} />,
        onClick: () => void navigate({ to }),
      }),
    ),
  };
  const documents: SpotlightActionGroupData = {
    group: "Documents",
    actions: (data?.jobs.nodes ?? []).map((job) => ({
      id: job.id,
      label: nameOf(job),
      description: stateOf(job)[1],
      onClick: () => void navigate({ to: "/documents/$id", params: { id: job.id } }),
    })),
  };
  /** When documents arrive, the entry that was chosen may be gone; Enter then takes the first document. */
  const takeFirst = (): void => {
    const wanted = query.trim().toLowerCase();
    const job = data?.jobs.nodes.find((one) => nameOf(one).toLowerCase().includes(wanted));
    const chosen = document.querySelector(`#${store.getState().listId} [data-selected]`);
    if (chosen !== null || wanted === "" || job === undefined) return;
    spotlight.close();
    void navigate({ to: "/documents/$id", params: { id: job.id } });
  };
  return (
    <Spotlight
      actions={[documents, screens]}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      limit={12}
      highlightQuery
      nothingFound="Nothing has this name."
      store={store}
      searchProps={{
        placeholder: "A document or a screen",
        "aria-label": "Search and commands",
        onKeyDown: ({ key }) => key === "Enter" && takeFirst(),
      }}
    />
  );
}
