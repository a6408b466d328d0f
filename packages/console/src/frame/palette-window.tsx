import { createSpotlight, Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { nameOf, type JobRow } from "../documents/live/job-row.ts";
import { stateOf } from "../documents/live/job-state.tsx";
import { SCREENS } from "./screens.ts";
import { useIsManager } from "./viewer.ts";

const DOCUMENTS = graphql(`
  query PaletteDocuments($search: String) {
    jobs(first: 8, filter: { search: $search }) {
      nodes {
        ...JobRow
      }
    }
  }
`);

const PIPELINES = graphql(`
  query PalettePipelines($search: String) {
    pipelines(first: 5, filter: { search: $search }) {
      nodes {
        id
        name
      }
    }
  }
`);

const CONNECTORS = graphql(`
  query PaletteConnectors($search: String) {
    connectors(first: 5, filter: { search: $search }) {
      nodes {
        id
        name
      }
    }
  }
`);

const CONTENTS = graphql(`
  query PaletteContents($term: String!) {
    searchContents(first: 10, term: $term) {
      nodes {
        job {
          id
          ...JobRow
        }
        page
        line
        context
      }
    }
  }
`);

/** Shorter terms begin too many words. */
const LEAST_TERM = 3;

const [store, spotlight] = createSpotlight();

/** Leads to a screen, or to a document, pipeline or connector by its name. */
export function PaletteWindow({ opened }: { readonly opened: number }): ReactNode {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const [term] = useDebouncedValue(query.trim(), 200);
  const { groups, jobs } = useFound(term || null);
  useEffect(() => spotlight.open(), [opened]);
  /** When documents arrive, the entry that was chosen may be gone; Enter then takes the first document. */
  const takeFirst = (): void => {
    const wanted = query.trim().toLowerCase();
    const job = jobs.find((one) => nameOf(one).toLowerCase().includes(wanted));
    const chosen = document.querySelector(`#${store.getState().listId} [data-selected]`);
    if (chosen !== null || wanted === "" || job === undefined) return;
    spotlight.close();
    void navigate({ to: "/documents/$id", params: { id: job.id } });
  };
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      limit={30}
      highlightQuery
      nothingFound="Nothing has this name, and no document has these words on one page."
      store={store}
      attributes={{ content: { "aria-label": "Search and commands" } }}
      searchProps={{
        placeholder: "Words in your documents, or the name of a document, pipeline or screen",
        "aria-label": "Search and commands",
        onKeyDown: ({ key }) => key === "Enter" && takeFirst(),
      }}
    />
  );
}

interface Found {
  readonly groups: SpotlightActionGroupData[];
  readonly jobs: readonly JobRow[];
}

/** One query for each kind of record: if one is rejected, the others are still shown. */
function useFound(search: string | null): Found {
  const navigate = useNavigate();
  const manager = useIsManager();
  const asked = { variables: { search }, requestPolicy: "network-only" } as const;
  const [documents] = useQuery({ query: DOCUMENTS, ...asked });
  const [pipelines] = useQuery({ query: PIPELINES, ...asked });
  const [connectors] = useQuery({ query: CONNECTORS, ...asked });
  const term = search ?? "";
  const [contents] = useQuery({
    query: CONTENTS,
    variables: { term },
    requestPolicy: "network-only",
    pause: term.length < LEAST_TERM,
  });
  const jobs = documents.data?.jobs.nodes ?? [];
  const hits = term.length < LEAST_TERM ? [] : (contents.data?.searchContents.nodes ?? []);
  const groups: SpotlightActionGroupData[] = [
    {
      group: "Documents",
      actions: jobs.map((job) => ({
        id: job.id,
        label: nameOf(job),
        description: stateOf(job)[1],
        onClick: () => void navigate({ to: "/documents/$id", params: { id: job.id } }),
      })),
    },
    {
      group: "In the texts",
      actions: hits.map(({ job, page, line, context }) => ({
        id: `${job.id} ${page}`,
        label: context,
        description: `${nameOf(job)}, page ${page}`,
        // Found by the service, which also finds other forms of a word.
        keywords: term,
        onClick: () =>
          void navigate({ to: "/documents/$id", params: { id: job.id }, search: { page, line } }),
      })),
    },
    {
      group: "Pipelines",
      actions: (pipelines.data?.pipelines.nodes ?? []).map(({ id, name }) => ({
        id,
        label: name,
        onClick: () => void navigate({ to: "/pipelines/$pipelineId", params: { pipelineId: id } }),
      })),
    },
    {
      group: "Connectors",
      actions: (connectors.data?.connectors.nodes ?? []).map(({ id, name }) => ({
        id,
        label: name,
        onClick: () => void navigate({ to: "/connectors/$connectorId", params: { connectorId: id } }),
      })),
    },
    {
      group: "Go to",
      actions: SCREENS.filter(({ managersOnly }) => manager || managersOnly !== true).map(
        ({ to, label, icon: Picture }) => ({
          id: to,
          label,
          leftSection: <Picture aria-hidden size={18} stroke={1.6} />,
          onClick: () => void navigate({ to }),
        }),
      ),
    },
  ];
  return { groups, jobs };
}
