import type { AccessToken, CredentialStore } from "@galley/core/domain";
import { AccessTokenEntity } from "../entities/access-token-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";

export function createAccessTokenStore(run: Run): CredentialStore<AccessToken> {
  return {
    insert: (token) =>
      run(async (em) => {
        await em.insert(AccessTokenEntity, { ...token });
      }),
    findByDigest: (digest) =>
      run(async (em) => (await em.findOne(AccessTokenEntity, { digest }, AS_RECORDS)) ?? undefined),
  };
}
