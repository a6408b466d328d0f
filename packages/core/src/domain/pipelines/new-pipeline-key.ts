import type { Member } from "../access/model/caller.ts";
import { digestOf } from "../access/keys/secret-digest.ts";
import type { Environment, SecretBox, SecretPlace } from "../ports.ts";
import type { Pipeline, PipelineKey } from "./pipeline.ts";

interface KeyPorts {
  readonly environment: Environment;
  readonly secrets: SecretBox;
}

/** Generates a key. Its secret is a UUID, as clients expect. */
export function newPipelineKey(
  { environment, secrets }: KeyPorts,
  { userId }: Member,
  facts: Pick<PipelineKey, "description" | "active"> & { readonly pipeline: Pipeline },
): { readonly key: PipelineKey; readonly secret: string } {
  const { pipeline, description, active } = facts;
  const secret = environment.uuid();
  const place = { id: environment.uuid(), organizationId: pipeline.organizationId };
  const createdAt = environment.now();
  const key: PipelineKey = {
    ...place,
    pipelineId: pipeline.id,
    digest: digestOf(secret),
    sealedKey: secrets.seal(secret, placeOf(place)),
    description,
    active,
    createdBy: userId,
    modifiedBy: userId,
    createdAt,
    updatedAt: createdAt,
  };
  return { key, secret };
}

/** The secret of a key, in clear. */
export function secretOf(secrets: SecretBox, key: PipelineKey): string {
  return secrets.open(key.sealedKey, placeOf(key));
}

function placeOf({ id, organizationId }: Pick<PipelineKey, "id" | "organizationId">): SecretPlace {
  return { organizationId, table: "pipeline_key", row: id, column: "sealed_key" };
}
