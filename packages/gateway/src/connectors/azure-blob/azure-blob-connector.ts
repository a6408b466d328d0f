import { z } from "zod";
import { defineConnector, nameField, secretField, textField } from "../define-connector.ts";
import { driver } from "../driver.ts";

const settings = z.strictObject({
  connectorName: nameField("Azure Cloud Storage"),
  account_name: z
    .string()
    .regex(/^[a-z0-9]{3,24}$/, "expected 3 to 24 lowercase letters and digits")
    .meta({ title: "Name of the storage account" }),
  access_key: secretField("Access key"),
  bucket: textField("Container"),
});

type AzureBlobSettings = z.output<typeof settings>;

/** A container of Azure Blob Storage. */
export const azureBlobConnector = defineConnector<AzureBlobSettings>({
  kind: {
    id: "azure_cloud_storage|1476a54a-ed17-4a01-9f8f-cb7e4cf91c8a",
    name: "Azure Cloud Storage",
    description: "A container of Azure Blob Storage",
    icon: "/icons/connector-icons/azure_blob_storage.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: () => undefined,
  async open(given, { network, endpoints }, { signal }) {
    const { openAzureBlob } = await driver("@azure/storage-blob", () => import("./azure-blob-files.ts"));
    return openAzureBlob(given, { network, base: endpoints.azure_blob }, signal);
  },
});
