import type { InvitationStore } from "@galley/core/domain";
import { InvitationEntity } from "../entities/invitation-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";
import { takeOnce } from "./take-once.ts";

export function createInvitationStore(run: Run): InvitationStore {
  return {
    put: (invitation) =>
      run(async (em) => {
        const { organizationId, email } = invitation;
        await em.nativeDelete(InvitationEntity, { organizationId, email });
        await em.insert(InvitationEntity, { ...invitation });
      }),

    findByDigest: (digest) =>
      run(async (em) => (await em.findOne(InvitationEntity, { digest }, AS_RECORDS)) ?? undefined),

    list: (organizationId) =>
      run((em) =>
        em.find(
          InvitationEntity,
          { organizationId },
          { ...AS_RECORDS, orderBy: { createdAt: "desc", id: "desc" } },
        ),
      ),

    take: (digest) =>
      run(async (em) =>
        takeOnce(await em.findOne(InvitationEntity, { digest }, AS_RECORDS), ({ id }) =>
          em.nativeDelete(InvitationEntity, { id }),
        ),
      ),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(InvitationEntity, { id });
      }),

    removeExpired: (now) =>
      run(async (em) => {
        await em.nativeDelete(InvitationEntity, { expiresAt: { $lte: now } });
      }),
  };
}
