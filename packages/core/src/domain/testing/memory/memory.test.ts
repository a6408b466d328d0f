import { createMemoryDatabase } from "./memory-database.ts";
import { createMemoryEvents, createMemoryObjectStore, createMemoryQueue } from "./memory-ports.ts";
import { databaseContract } from "../contracts/database-contract.ts";
import { objectStoreContract } from "../contracts/object-store-contract.ts";
import { subscriptionsContract } from "../contracts/subscriptions-contract.ts";

const nothingToClose = { [Symbol.asyncDispose]: async () => undefined };

databaseContract("in memory", async () => {
  const queue = createMemoryQueue();
  const { announcements } = createMemoryEvents();
  const database = createMemoryDatabase({ queue, announcements });
  return { database, queuedJobIds: async () => queue.jobIds, ...nothingToClose };
});

subscriptionsContract("in memory", async () => ({ ...createMemoryEvents(), ...nothingToClose }));

objectStoreContract("in memory", async () => ({ objects: createMemoryObjectStore(), ...nothingToClose }));
