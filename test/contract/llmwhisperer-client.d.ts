/** The part of the published client that the tests use; it has no types. */
declare module "llmwhisperer-client" {
  export class LLMWhispererClientV2 {
    constructor(options: { baseUrl: string; apiKey: string; loggingLevel: string; maxRetries: number });
    whisper(options: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
    whisperStatus(whisperHash: string): Promise<Record<string, unknown>>;
    whisperRetrieve(whisperHash: string): Promise<{ extraction: Record<string, unknown> }>;
    whisperDetail(whisperHash: string): Promise<Record<string, unknown>>;
    getHighlightData(
      whisperHash: string,
      lines: string,
      extractAllLines?: boolean,
    ): Promise<Record<string, Record<string, unknown>>>;
    getUsageInfo(): Promise<Record<string, unknown>>;
    registerWebhook(url: string, authToken: string, name: string): Promise<WebhookReply>;
    updateWebhookDetails(name: string, url: string, authToken: string): Promise<WebhookReply>;
    getWebhookDetails(name: string): Promise<WebhookReply>;
    deleteWebhookDetails(name: string): Promise<WebhookReply>;
  }

  interface WebhookReply {
    readonly status_code: number;
    readonly message: Record<string, unknown>;
  }

  export class LLMWhispererClientException extends Error {
    readonly statusCode: number;
  }
}
