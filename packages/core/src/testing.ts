export { boundPort } from "./domain/testing/bound-port.ts";
export { databaseContract, type DatabaseUnderTest } from "./domain/testing/contracts/database-contract.ts";
export { createMemoryCatalogue, MEMORY_KINDS } from "./domain/testing/memory/memory-catalogue.ts";
export { createMemoryDatabase } from "./domain/testing/memory/memory-database.ts";
export {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
  type MemoryQueue,
} from "./domain/testing/memory/memory-ports.ts";
export {
  createMemoryWebhookPorts,
  type MemoryWebhookPorts,
} from "./domain/testing/memory/records/memory-webhooks.ts";
export {
  objectStoreContract,
  type ObjectStoreUnderTest,
} from "./domain/testing/contracts/object-store-contract.ts";
export {
  aConnector,
  aPipeline,
  aPipelineKey,
  aWorkflow,
  aWorkflowEndpoint,
} from "./domain/testing/pipeline-records.ts";
export {
  aJob,
  anAccessToken,
  anExtractionKey,
  anOrganization,
  anUpload,
  aPageFailed,
  aDelivery,
  aNotice,
  aSession,
  aUser,
  aPageRead,
  aWebhook,
} from "./domain/testing/records.ts";
export { aRunFile } from "./domain/testing/run-records.ts";
export {
  subscriptionsContract,
  type SubscriptionsUnderTest,
} from "./domain/testing/contracts/subscriptions-contract.ts";
export {
  DEGRADATIONS,
  type Degradation,
  degradedPage,
  type DegradedPage,
  HARDLY_LEGIBLE,
} from "./extraction/raster/testing/degraded-page.ts";
export { TurnFinder } from "./extraction/recognition/testing/turns-found.ts";
export {
  drawnPage,
  photographedPage,
  turnedPng,
} from "./extraction/recognition/testing/turnable-pictures.ts";
export type { GreyImage } from "./extraction/raster/image/grey-image.ts";
export { asPng, printedReceipt } from "./extraction/recognition/testing/printed.ts";
