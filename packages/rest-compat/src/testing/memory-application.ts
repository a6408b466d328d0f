import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  createApplication,
  type Application,
  type Database,
  type Environment,
  type PageOutcome,
  type TextExtractor,
} from "@galley/core/domain";
import {
  anExtractionKey,
  anOrganization,
  createMemoryDatabase,
  createMemoryEvents,
  createMemoryObjectStore,
  createMemoryQueue,
} from "@galley/core/testing";

export const MAX_UPLOAD_BYTES = 100_000;

export const KEY = "key";
export const REVOKED_KEY = "revoked key";
/** Of an organization of its own. */
export const STRANGERS_KEY = "stranger's key";

const environment: Environment = {
  now: () => new Date(),
  uuid: () => randomUUID(),
  randomBytes: (length) => randomBytes(length),
};

/** An application whose records, queue and documents are in memory, with the keys named here. */
export async function createMemoryApplication(): Promise<{
  readonly application: Application;
  /** From now on every document has these pages. */
  readonly willRead: (pages: readonly PageOutcome[]) => void;
}> {
  const { subscriptions, announcements } = createMemoryEvents();
  const database = createMemoryDatabase({ queue: createMemoryQueue(), announcements });
  const { extractor, willRead } = createScriptedExtractor();
  const objects = createMemoryObjectStore();
  await insertKeys(database);
  const application = createApplication(
    { database, subscriptions, extractor, objects, environment },
    { maxUploadBytes: MAX_UPLOAD_BYTES },
  );
  return { application, willRead };
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

async function insertKeys(database: Database): Promise<void> {
  const [organization, stranger] = [anOrganization(), anOrganization()];
  await database.transaction(async ({ organizations, extractionKeys }) => {
    await organizations.insert(organization);
    await organizations.insert(stranger);
    for (const key of [
      anExtractionKey(organization.id, { digest: digestOf(KEY) }),
      anExtractionKey(organization.id, { digest: digestOf(REVOKED_KEY), active: false }),
      anExtractionKey(stranger.id, { digest: digestOf(STRANGERS_KEY) }),
    ]) {
      await extractionKeys.insert(key);
    }
  });
}

function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
