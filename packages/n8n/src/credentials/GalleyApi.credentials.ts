import type { IHttpRequestOptions, INodeProperties, JsonFields } from "n8n-workflow";
import { credentialHeaders } from "../credential-headers.ts";

const PROPERTIES: readonly INodeProperties[] = [
  {
    displayName: "Base URL",
    name: "baseUrl",
    type: "string",
    default: "http://127.0.0.1:8080",
    required: true,
    placeholder: "https://galley.example.com",
    description: "The address of the Galley service, without a path",
  },
  {
    displayName: "Kind of Key",
    name: "kind",
    type: "options",
    default: "extractionKey",
    options: [
      {
        name: "Access Token",
        value: "accessToken",
        description: "Reads documents and runs pipelines, within the rights of the token",
      },
      { name: "Extraction Key", value: "extractionKey", description: "Reads documents" },
    ],
  },
  {
    displayName: "Key",
    name: "key",
    type: "string",
    typeOptions: { password: true },
    default: "",
    required: true,
    description: "An extraction key or an access token. Both are created in the Galley console under Keys.",
  },
];

/** A service, and who calls it. */
export class GalleyApi {
  readonly name = "galleyApi";
  readonly displayName = "Galley API";
  readonly documentationUrl = "https://www.npmjs.com/package/n8n-nodes-galley";
  readonly icon = { light: "file:../icons/galley.svg", dark: "file:../icons/galley.dark.svg" } as const;
  readonly properties = PROPERTIES;

  readonly test = {
    request: {
      baseURL: "={{$credentials.baseUrl.replace(/\\/+$/, '')}}",
      url: "/graphql",
      method: "POST",
      body: { query: "{ viewer { kind } }" },
      json: true,
    },
    // GraphQL names wrong credentials in the body.
    rules: [],
  } as const;

  readonly authenticate = async (
    credentials: JsonFields,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => ({
    ...request,
    headers: { ...request.headers, ...credentialHeaders(credentials) },
  });
}
