/** The API base URLs of the providers, by the keys of `GALLEY_PROVIDER_ENDPOINTS`. */
export const PROVIDER_ENDPOINTS = {
  google_drive: "https://www.googleapis.com",
  google_storage: "https://storage.googleapis.com",
  google_bigquery: "https://bigquery.googleapis.com",
  azure_blob: "https://{account}.blob.core.windows.net",
  microsoft_login: "https://login.microsoftonline.com",
  microsoft_graph: "https://graph.microsoft.com",
  dropbox_api: "https://api.dropboxapi.com",
  dropbox_content: "https://content.dropboxapi.com",
  box_api: "https://api.box.com",
  box_upload: "https://upload.box.com",
  snowflake: "https://{account}.snowflakecomputing.com",
} as const;

export type ProviderEndpoints = Readonly<Record<keyof typeof PROVIDER_ENDPOINTS, string>>;
