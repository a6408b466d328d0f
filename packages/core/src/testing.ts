export { databaseContract, type DatabaseUnderTest } from "./domain/testing/database-contract.ts";
export { createMemoryDatabase } from "./domain/testing/memory-database.ts";
export {
  createMemoryEvents,
  createMemoryObjectStore,
  createMemoryQueue,
} from "./domain/testing/memory-ports.ts";
export { objectStoreContract, type ObjectStoreUnderTest } from "./domain/testing/object-store-contract.ts";
export {
  aJob,
  anAccessToken,
  anExtractionKey,
  anOrganization,
  anUpload,
  aPageFailed,
  aPageRead,
} from "./domain/testing/records.ts";
export {
  subscriptionsContract,
  type SubscriptionsUnderTest,
} from "./domain/testing/subscriptions-contract.ts";
