import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "urql";

import { graphql } from "../../../api/graphql.ts";
import type { DestinationPreviewQuery } from "../../../generated/graphql.ts";
import type { EndDraft } from "../draft.ts";

const PREVIEW = graphql(`
  query DestinationPreview($connection: ConnectionType!, $path: String!, $configuration: JSONObject!) {
    destinationPreview(connection: $connection, path: $path, configuration: $configuration) {
      paths
      table
      row
      childTables {
        table
        row
      }
    }
  }
`);

/** A file whose results are shown. */
export const EXAMPLE_PATH = "2026/invoice.pdf";

const PAUSE_MS = 300;

/** What a run would write for the example; undefined until it is known, and if the configuration is not valid. */
export function useDestinationPreview(
  end: EndDraft,
): DestinationPreviewQuery["destinationPreview"] | undefined {
  const [{ connection, configuration }] = useDebouncedValue(end, PAUSE_MS);
  const [{ data, error }] = useQuery({
    query: PREVIEW,
    variables: { connection: connection ?? "API", path: EXAMPLE_PATH, configuration },
    pause: connection === null,
  });
  return error === undefined ? data?.destinationPreview : undefined;
}
