export {
  createGalleyClient,
  type Document,
  type ExtractOptions,
  type GalleyClient,
  type Operation,
} from "./client.ts";
export type { ConnectionOptions } from "./connection.ts";
export type { Chunk, ChunkOptions, Extraction, Fields, Page, Table } from "./extraction.ts";
export { GalleyError } from "./galley-error.ts";
export type { Job } from "./job.ts";
export type { SettledCall } from "./settled.ts";
export { verifyWebhook, type ReceivedWebhook } from "./verify-webhook.ts";
