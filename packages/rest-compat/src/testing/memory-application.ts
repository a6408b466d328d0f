import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  createApplication,
  type Application,
  type ApplicationDatabase,
  type Environment,
  type PageOutcome,
  type TextExtractor,
} from "@galley/core/domain";
import {
  anExtractionKey,
  anOrganization,
  createMemoryCatalogue,
  createMemoryDatabase,
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
  createMemoryWebhookPorts,
  type MemoryQueue,
  type MemoryWebhookPorts,
} from "@galley/core/testing";
import { webhookMessages } from "../result/webhook-messages.ts";

export const MAX_UPLOAD_BYTES = 100_000;

export const KEY = "key";
export const REVOKED_KEY = "revoked key";
/** The organization of `KEY`, whose managers set limits. */
const OPERATOR = "operator";

/** A key of another organization. */
export const STRANGERS_KEY = "stranger's key";

/** A document that can be fetched. */
export const DOCUMENT_URL = "https://documents.example/files/a%20ledger.pdf?signature=x%3D";

const DOCUMENTS = {
  [DOCUMENT_URL]: { mediaType: "application/pdf", content: bytesOf("%PDF-1.7 from elsewhere") },
};

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const environment: Environment = {
  now: () => new Date(),
  uuid: () => randomUUID(),
  randomBytes: (length) => randomBytes(length),
};

/** An application whose records, queue and documents are in memory, with the keys below. */
export interface MemoryApplication {
  readonly application: Application;
  /** Sets the pages that every later document has. */
  readonly willRead: (pages: readonly PageOutcome[]) => void;
  readonly queue: MemoryQueue;
  /** The targets of webhooks. */
  readonly targets: Pick<MemoryWebhookPorts, "sent" | "willAnswer">;
}

export async function createMemoryApplication(): Promise<MemoryApplication> {
  const { subscriptions, announcements } = createMemoryEvents();
  const queue = createMemoryQueue();
  const database = createMemoryDatabase({ queue, announcements });
  const { sent, willAnswer, ...webhookPorts } = createMemoryWebhookPorts();
  const { extractor, willRead } = createScriptedExtractor();
  const objects = createMemoryObjectStore();
  await insertKeys(database);
  const application = createApplication(
    {
      database,
      subscriptions,
      extractor,
      objects,
      structures: createMemoryStructures(),
      environment,
      fetcher: createMemoryFetcher(DOCUMENTS),
      ...webhookPorts,
      webhookMessages,
      catalogue: createMemoryCatalogue(),
    },
    {
      maxUploadBytes: MAX_UPLOAD_BYTES,
      textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
      webhookRetrySeconds: [],
      operator: OPERATOR,
    },
  );
  return { application, willRead, queue, targets: { sent, willAnswer } };
}

function createScriptedExtractor(): {
  readonly extractor: TextExtractor;
  readonly willRead: (pages: readonly PageOutcome[]) => void;
} {
  let script: readonly PageOutcome[] = [];
  return {
    willRead: (pages) => {
      script = pages;
    },
    extractor: {
      async *pages() {
        yield { kind: "opened", pageCount: script.length, pages: script.map(({ number }) => number) };
        for (const outcome of script) yield { kind: "page", outcome };
      },
    },
  };
}

async function insertKeys(database: ApplicationDatabase): Promise<void> {
  const [organization, stranger] = [anOrganization({ slug: OPERATOR }), anOrganization()];
  await database.transaction(async ({ organizations, extractionKeys }) => {
    await organizations.insert(organization);
    await organizations.insert(stranger);
    for (const key of [
      anExtractionKey(organization.id, { digest: digestOf(KEY) }),
      anExtractionKey(organization.id, { digest: digestOf(REVOKED_KEY), revokedAt: new Date() }),
      anExtractionKey(stranger.id, { digest: digestOf(STRANGERS_KEY) }),
    ]) {
      await extractionKeys.insert(key);
    }
  });
}

function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
