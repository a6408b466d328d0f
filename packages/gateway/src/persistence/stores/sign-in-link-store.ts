import type { SignInLinkStore } from "@galley/core/domain";
import { SignInLinkEntity } from "../entities/sign-in-link-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";

export function createSignInLinkStore(run: Run): SignInLinkStore {
  return {
    insert: (link) =>
      run(async (em) => {
        await em.insert(SignInLinkEntity, { ...link });
      }),

    take: (digest) =>
      run(async (em) => {
        const link = await em.findOne(SignInLinkEntity, { digest }, AS_RECORDS);
        // Of several transactions that found it, one deletes it.
        const isTaken = link && (await em.nativeDelete(SignInLinkEntity, { id: link.id })) === 1;
        return isTaken ? link : undefined;
      }),

    removeExpired: (now) =>
      run(async (em) => {
        await em.nativeDelete(SignInLinkEntity, { expiresAt: { $lte: now } });
      }),
  };
}
