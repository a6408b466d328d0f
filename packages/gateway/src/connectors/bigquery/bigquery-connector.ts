import { z } from "zod";
import { defineConnector, nameField } from "../define-connector.ts";
import { createTokenSource, serviceAccountField, serviceAccountOf } from "../google/service-account.ts";
import { openBigquery } from "./bigquery-tables.ts";

const SCOPE = "https://www.googleapis.com/auth/bigquery";

const settings = z.strictObject({
  connectorName: nameField("BigQuery"),
  json_credentials: serviceAccountField,
});

/**
 * BigQuery tables, named "dataset.table", or "project.dataset.table" for another project than the account's.
 */
export const bigqueryConnector = defineConnector<z.output<typeof settings>>({
  kind: {
    id: "bigquery|79e1d681-9b8b-4f6b-b972-1a6a095312f4",
    name: "BigQuery",
    description: "Tables of a BigQuery warehouse",
    icon: "/icons/connector-icons/Bigquery.png",
    mode: "database",
    canRead: false,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: () => undefined,
  async open({ json_credentials }, { network, endpoints }, { signal }) {
    const account = serviceAccountOf(json_credentials);
    const token = createTokenSource(account, { network, scope: SCOPE });
    return openBigquery(
      { network, base: endpoints.google_bigquery, token, project: account.project_id },
      signal,
    );
  },
});
