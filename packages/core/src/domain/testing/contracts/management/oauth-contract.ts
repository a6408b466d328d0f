import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OAuthGrant } from "../../../oauth/oauth-grant.ts";
import type { ApplicationDatabase } from "../../../application.ts";
import { anOrganization } from "../../records.ts";

/** What every `Database` promises of OAuth grants. */
export function oauthRules(opened: () => { readonly database: ApplicationDatabase }): void {
  async function kept(changes: Partial<OAuthGrant> = {}): Promise<OAuthGrant> {
    const organization = anOrganization();
    const grant: OAuthGrant = {
      id: randomUUID(),
      organizationId: organization.id,
      userId: null,
      backend: "google-oauth2",
      keyDigest: randomUUID(),
      stateDigest: null,
      browserDigest: null,
      sealedProof: null,
      sealedCredentials: null,
      expiresAt: new Date("2030-01-01T00:00:00.123Z"),
      ...changes,
    };
    await opened().database.transaction(async ({ organizations, oauthGrants }) => {
      await organizations.insert(organization);
      await oauthGrants.insert(grant);
    });
    return grant;
  }

  describe("keeps ways through the consent of a provider", () => {
    test("one is found by its key and by its state, until it is removed", async () => {
      const grant = await kept();
      const stateDigest = randomUUID();
      await opened().database.transaction(async ({ oauthGrants }) => {
        await oauthGrants.update(grant.id, { stateDigest, sealedProof: "sealed" });
        const changed = { ...grant, stateDigest, sealedProof: "sealed" };
        expect(await oauthGrants.lockByState(stateDigest)).toEqual(changed);
        expect(await oauthGrants.lockByKey(grant.keyDigest)).toEqual(changed);
        await oauthGrants.remove(grant.id);
      });
      expect(await opened().database.records.oauthGrants.findByKey(grant.keyDigest)).toBeUndefined();
    });

    test("those that have expired are removed", async () => {
      const [old, young] = [await kept({ expiresAt: new Date("2020-01-01") }), await kept()];
      await opened().database.transaction(({ oauthGrants }) =>
        oauthGrants.removeExpired(new Date("2020-01-01")),
      );
      const { oauthGrants } = opened().database.records;
      expect(await oauthGrants.findByKey(old.keyDigest)).toBeUndefined();
      expect(await oauthGrants.findByKey(young.keyDigest)).toEqual(young);
    });
  });
}
