import type { SignInLinkStore } from "@galley/core/domain";
import { SignInLinkEntity } from "../entities/sign-in-link-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";
import { takeOnce } from "./take-once.ts";

export function createSignInLinkStore(run: Run): SignInLinkStore {
  return {
    insert: (link) =>
      run(async (em) => {
        await em.insert(SignInLinkEntity, { ...link });
      }),

    take: (digest) =>
      run(async (em) =>
        takeOnce(await em.findOne(SignInLinkEntity, { digest }, AS_RECORDS), ({ id }) =>
          em.nativeDelete(SignInLinkEntity, { id }),
        ),
      ),

    removeExpired: (now) =>
      run(async (em) => {
        await em.nativeDelete(SignInLinkEntity, { expiresAt: { $lte: now } });
      }),
  };
}
