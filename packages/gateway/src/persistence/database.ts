import type { Announcements, Database, JobQueue, Records } from "@galley/core/domain";
import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { createAccessTokenStore, createExtractionKeyStore } from "./stores/credential-stores.ts";
import { createJobStore } from "./stores/job-store.ts";
import { createOrganizationStore } from "./stores/organization-store.ts";
import { createPageStore } from "./stores/page-store.ts";
import type { Run } from "./stores/run.ts";
import { createUploadStore } from "./stores/upload-store.ts";
import { whileReachable } from "./unavailable.ts";

/** What leaves together with the records when a transaction commits, made for the transaction's entity manager. */
export interface Outgoing {
  queue(em: EntityManager): JobQueue;
  announcements(em: EntityManager): Announcements;
}

/** The records in PostgreSQL. Where it cannot be reached, every call throws DomainError `UNAVAILABLE`. */
export function createDatabase(orm: MikroORM, outgoing: Outgoing): Database {
  return {
    records: createRecords((statements) => whileReachable(() => statements(orm.em.fork()))),
    transaction: (work) =>
      whileReachable(() =>
        orm.em.fork().transactional((em) =>
          work({
            ...createRecords((statements) => statements(em)),
            queue: outgoing.queue(em),
            announcements: outgoing.announcements(em),
          }),
        ),
      ),
  };
}

function createRecords(run: Run): Records {
  return {
    organizations: createOrganizationStore(run),
    extractionKeys: createExtractionKeyStore(run),
    accessTokens: createAccessTokenStore(run),
    uploads: createUploadStore(run),
    jobs: createJobStore(run),
    pages: createPageStore(run),
  };
}
