import { z } from "zod";
import type { Member } from "../access/caller.ts";
import { digestOf } from "../access/secret-digest.ts";
import type { Environment, TransactionRecords } from "../ports.ts";
import type { SecretBox } from "../secret-box.ts";
import { expired, holding, placeOf } from "./grant-rules.ts";
import type { OAuthCredentials } from "./oauth-credentials.ts";

/**
 * Takes what a provider gave, once: it is gone when the transaction commits.
 *
 * @throws DomainError `EXPIRED` when there is nothing to take, also when it is another member's.
 */
export async function takeOAuthCredentials(
  ports: { readonly environment: Environment; readonly secrets: SecretBox },
  { oauthGrants }: TransactionRecords,
  { member, key, backend }: { readonly member: Member; readonly key: string; readonly backend: string },
): Promise<OAuthCredentials> {
  const grant = holding(ports, await oauthGrants.lockByKey(digestOf(key)), backend);
  const isOwn = grant.organizationId === member.organizationId && grant.userId === member.userId;
  if (!isOwn || grant.sealedCredentials === null) throw expired();
  await oauthGrants.remove(grant.id);
  const opened = ports.secrets.open(grant.sealedCredentials, placeOf(grant, "sealed_credentials"));
  return credentialsSchema.parse(JSON.parse(opened));
}

const credentialsSchema = z.record(z.string(), z.string());
