import { z } from "zod";
import type { Member } from "../access/model/caller.ts";
import { digestOf } from "../access/keys/secret-digest.ts";
import type { Database, Environment, SecretBox, Transaction } from "../ports.ts";
import type { OAuthRecords } from "./oauth-ports.ts";
import { expired, holding, placeOf } from "./grant-rules.ts";
import type { OAuthCredentials } from "./oauth-credentials.ts";
import type { OAuthGrant } from "./oauth-grant.ts";

interface Ports {
  readonly environment: Environment;
  readonly secrets: SecretBox;
}

interface Claim {
  readonly member: Member;
  readonly key: string;
  readonly backend: string;
}

/**
 * Reads and deletes the credentials of a flow, in the given transaction.
 *
 * @throws DomainError `EXPIRED` if there are none, or they belong to another member.
 */
export async function takeOAuthCredentials(
  ports: Ports,
  { oauthGrants }: Transaction<OAuthRecords>,
  claim: Claim,
): Promise<OAuthCredentials> {
  const grant = await oauthGrants.lockByKey(digestOf(claim.key));
  const credentials = credentialsIn(ports, grant, claim);
  if (grant) await oauthGrants.remove(grant.id);
  return credentials;
}

/** Like `takeOAuthCredentials`, without deleting them. */
export async function readOAuthCredentials(
  ports: Ports & { readonly database: Database<OAuthRecords> },
  claim: Claim,
): Promise<OAuthCredentials> {
  const { oauthGrants } = ports.database.records;
  return credentialsIn(ports, await oauthGrants.findByKey(digestOf(claim.key)), claim);
}

function credentialsIn(
  ports: Ports,
  found: OAuthGrant | undefined,
  { member, backend }: Claim,
): OAuthCredentials {
  const grant = holding(ports, found, backend);
  const isOwn = grant.organizationId === member.organizationId && grant.userId === member.userId;
  if (!isOwn || grant.sealedCredentials === null) throw expired();
  const opened = ports.secrets.open(grant.sealedCredentials, placeOf(grant, "sealed_credentials"));
  return credentialsSchema.parse(JSON.parse(opened));
}

const credentialsSchema = z.record(z.string(), z.string());
