import type { AccessToken, CredentialStore, ExtractionKey } from "@galley/core/domain";
import { AccessTokenEntity } from "../entities/access-token-entity.ts";
import { ExtractionKeyEntity } from "../entities/extraction-key-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";

export function createExtractionKeyStore(run: Run): CredentialStore<ExtractionKey> {
  return {
    insert: (key) =>
      run(async (em) => {
        await em.insert(ExtractionKeyEntity, { ...key });
      }),
    findByDigest: (digest) =>
      run(async (em) => (await em.findOne(ExtractionKeyEntity, { digest }, AS_RECORDS)) ?? undefined),
  };
}

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
