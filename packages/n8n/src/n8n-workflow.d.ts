/**
 * What these nodes use of n8n-workflow, which the n8n that runs them provides. Its own types are under the Sustainable
 * Use License, so the package is neither installed nor copied here; n8n checks nodes by structure.
 */
declare module "n8n-workflow" {
  export type JsonFields = Readonly<Record<string, unknown>>;

  export const NodeConnectionTypes: { readonly Main: "main" };

  /** Waits; timers of the platform are not available on n8n Cloud. */
  export function sleep(milliseconds: number): Promise<void>;

  export interface INode {
    readonly name: string;
  }

  interface FaultOptions {
    readonly message?: string;
    readonly description?: string;
    readonly itemIndex?: number;
    readonly httpCode?: string;
  }

  export class NodeOperationError extends Error {
    constructor(node: INode, error: Error | string, options?: FaultOptions);
  }

  /** A failed call. */
  export class NodeApiError extends Error {
    constructor(node: INode, answer: JsonFields, options?: FaultOptions);
  }

  export interface INodeExecutionData {
    readonly json: JsonFields;
    readonly pairedItem?: { readonly item: number };
  }

  export interface INodeProperties {
    readonly displayName: string;
    readonly name: string;
    readonly type: string;
    readonly default: unknown;
    readonly description?: string;
    readonly hint?: string;
    readonly placeholder?: string;
    readonly required?: boolean;
    readonly noDataExpression?: boolean;
    readonly typeOptions?: JsonFields;
    readonly displayOptions?: { readonly show: Readonly<Record<string, readonly unknown[]>> };
    readonly options?: readonly unknown[];
    readonly modes?: readonly JsonFields[];
  }

  interface ThemedIcon {
    readonly light: `file:${string}`;
    readonly dark: `file:${string}`;
  }

  export interface INodeTypeDescription {
    readonly displayName: string;
    readonly name: string;
    readonly icon: ThemedIcon;
    readonly group: readonly string[];
    readonly version: number;
    readonly subtitle: string;
    readonly description: string;
    readonly defaults: { readonly name: string };
    readonly usableAsTool?: true;
    readonly inputs: readonly string[];
    readonly outputs: readonly string[];
    readonly credentials: readonly { readonly name: string; readonly required: boolean }[];
    readonly webhooks?: readonly JsonFields[];
    readonly properties: readonly INodeProperties[];
  }

  export interface IHttpRequestOptions {
    readonly baseURL?: string;
    readonly url: string;
    readonly method: "GET" | "POST" | "PUT";
    headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly json?: boolean;
    readonly encoding?: "text";
    readonly ignoreHttpStatusErrors?: boolean;
    readonly returnFullResponse?: boolean;
    readonly abortSignal?: AbortSignal;
  }

  interface FullResponse {
    readonly statusCode: number;
    readonly body: unknown;
  }

  interface IFunctions {
    readonly helpers: {
      httpRequestWithAuthentication(
        this: unknown,
        credential: string,
        options: IHttpRequestOptions,
      ): Promise<FullResponse>;
    };
    getCredentials(name: string): Promise<JsonFields>;
    getNode(): INode;
  }

  export interface IExecuteFunctions extends IFunctions {
    readonly helpers: IFunctions["helpers"] & {
      assertBinaryData(itemIndex: number, property: string): { readonly fileName?: string };
      getBinaryDataBuffer(itemIndex: number, property: string): Promise<Uint8Array>;
    };
    getInputData(): readonly INodeExecutionData[];
    getNodeParameter(name: string, itemIndex: number, fallback?: unknown, options?: JsonFields): unknown;
    continueOnFail(): boolean;
    getExecutionCancelSignal?(): AbortSignal | undefined;
  }

  export type ILoadOptionsFunctions = IFunctions;

  export interface IHookFunctions extends IFunctions {
    getNodeParameter(name: string, fallback?: unknown): unknown;
    getNodeWebhookUrl(name: string): string | undefined;
    getWorkflowStaticData(of: "node"): Record<string, unknown>;
    getMode(): string;
  }

  export interface IWebhookFunctions extends IFunctions {
    getBodyData(): JsonFields;
    getHeaderData(): Readonly<Record<string, string | readonly string[] | undefined>>;
    getRequestObject(): { readonly rawBody?: Uint8Array };
    getResponseObject(): WebhookResponse;
    getWorkflowStaticData(of: "node"): Record<string, unknown>;
    getMode(): string;
  }

  interface WebhookResponse {
    status(code: number): WebhookResponse;
    json(body: unknown): unknown;
  }

  export interface IWebhookResponseData {
    readonly workflowData?: readonly (readonly INodeExecutionData[])[];
    readonly noWebhookResponse?: boolean;
  }

  export interface INodeListSearchResult {
    readonly results: readonly { readonly name: string; readonly value: string }[];
    readonly paginationToken?: string;
  }
}
