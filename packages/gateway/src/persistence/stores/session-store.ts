import type { SessionStore } from "@galley/core/domain";
import { SessionEntity } from "../entities/session-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";

export function createSessionStore(run: Run): SessionStore {
  return {
    insert: (session) =>
      run(async (em) => {
        await em.insert(SessionEntity, { ...session });
      }),

    findByDigest: (digest) =>
      run(async (em) => (await em.findOne(SessionEntity, { digest }, AS_RECORDS)) ?? undefined),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(SessionEntity, { id }, { ...changes });
      }),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(SessionEntity, { id });
      }),

    listOfMember: (organizationId, userId) =>
      run((em) =>
        em.find(
          SessionEntity,
          { organizationId, userId },
          { ...AS_RECORDS, orderBy: { createdAt: "desc", id: "desc" } },
        ),
      ),

    removeOfMember: (organizationId, userId) =>
      run(async (em) => {
        await em.nativeDelete(SessionEntity, { organizationId, userId });
      }),

    removeOfToken: (accessTokenId) =>
      run(async (em) => {
        await em.nativeDelete(SessionEntity, { accessTokenId });
      }),

    removeExpired: (now) =>
      run(async (em) => {
        await em.nativeDelete(SessionEntity, { expiresAt: { $lte: now } });
      }),
  };
}
