import { z } from "zod";
import { defineConnector, nameField, textField } from "../define-connector.ts";
import { createTokenSource, serviceAccountField, serviceAccountOf } from "../google/service-account.ts";
import { openGoogleStorage } from "./google-storage-files.ts";

const SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";

const settings = z.strictObject({
  connectorName: nameField("Google Cloud Storage"),
  json_credentials: serviceAccountField,
  project_id: textField("Project id"),
});

/** Buckets of Google Cloud Storage. The first segment of a path is the bucket. */
export const googleStorageConnector = defineConnector<z.output<typeof settings>>({
  kind: {
    id: "google_cloud_storage|109bbe7b-8861-45eb-8841-7244e833d97b",
    name: "Google Cloud Storage",
    description: "Buckets of Google Cloud Storage",
    icon: "/icons/connector-icons/google_cloud_storage.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: () => undefined,
  async open({ json_credentials, project_id: project }, { network, endpoints }, { signal }) {
    const token = createTokenSource(serviceAccountOf(json_credentials), { network, scope: SCOPE });
    return openGoogleStorage({ network, base: endpoints.google_storage, token, project }, signal);
  },
});
