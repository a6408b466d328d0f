import { z } from "zod";
import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import { checkedFacts, textOf } from "../checked-facts.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { PipelineRecords } from "./pipeline-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import { managedBy, secretsSeenIn, seenBy } from "../sharing/record-access.ts";
import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import { newPipelineKey, secretOf } from "./new-pipeline-key.ts";
import type { Pipeline, PipelineKey } from "./pipeline.ts";

/** The fields of a key. */
export interface PipelineKeyFacts {
  /** At most 255 characters. Default: "". */
  readonly description?: string | undefined;
  /** Default: true. */
  readonly active?: boolean | undefined;
}

/**
 * The keys of pipelines. Members who can see a pipeline can list its keys; its owners can create, change and delete
 * them and see their secrets.
 *
 * Every call throws DomainError `FORBIDDEN` if the caller's tier or role for the pipeline does not allow it, and
 * `NOT_FOUND` if the caller cannot see the pipeline or key.
 */
export interface PipelineKeys {
  /** Oldest first. */
  list(member: Member, pipelineId: string): Promise<readonly PipelineKey[]>;
  /** The keys of pipelines that the caller was shown, in their order. */
  listOfEach(pipelines: readonly Pipeline[]): Promise<readonly (readonly PipelineKey[])[]>;
  /** @throws DomainError `BAD_INPUT`. */
  create(member: Member, pipelineId: string, facts: PipelineKeyFacts): Promise<PipelineKey>;
  find(member: Member, id: string): Promise<PipelineKey>;
  /** Changes the given fields. @throws DomainError `BAD_INPUT`. */
  update(member: Member, id: string, changes: PipelineKeyFacts): Promise<PipelineKey>;
  /** Returns the deleted key. */
  remove(member: Member, id: string): Promise<PipelineKey>;
  /**
   * The secrets of keys, in their order: in clear if the caller may run the pipeline and change its keys, otherwise
   * `HIDDEN_SECRET`.
   */
  secretsOfEach(member: Member, keys: readonly PipelineKey[]): Promise<readonly string[]>;
}

interface KeyPorts {
  readonly database: Database<PipelineRecords & ShareRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
}

const FACTS = { description: textOf(255), active: z.boolean() };

const newFacts = z.object({
  description: FACTS.description.default(""),
  active: FACTS.active.default(true),
});

const changedFacts = z.object({
  description: FACTS.description.exactOptional(),
  active: FACTS.active.exactOptional(),
});

export function createPipelineKeys(ports: KeyPorts): PipelineKeys {
  const { records } = ports.database;
  return {
    async list(member, pipelineId) {
      const record = await records.pipelines.find(pipelineId);
      const { id } = await seenBy(records, member, { kind: "pipeline", record });
      return records.pipelineKeys.listOfPipelines([id]);
    },
    listOfEach: (pipelines) => listOfEach(records, pipelines),
    create: (member, pipelineId, facts) => createKey(ports, member, { pipelineId, facts }),
    find: (member, id) => keyOf(seenBy, records, member, id),
    update: (member, id, changes) => updateKey(ports, member, { id, changes }),
    remove: (member, id) => removeKey(ports, member, id),
    secretsOfEach: (member, keys) => secretsOfEach(ports, member, keys),
  };
}

async function listOfEach(
  { pipelineKeys }: PipelineRecords,
  pipelines: readonly Pipeline[],
): Promise<readonly (readonly PipelineKey[])[]> {
  const keys = await pipelineKeys.listOfPipelines(pipelines.map(({ id }) => id));
  const ofPipeline = Map.groupBy(keys, ({ pipelineId }) => pipelineId);
  return pipelines.map(({ id }) => ofPipeline.get(id) ?? []);
}

async function secretsOfEach(
  { database: { records }, secrets }: KeyPorts,
  member: Member,
  keys: readonly PipelineKey[],
): Promise<readonly string[]> {
  const pipelines = await records.pipelines.listByIds([...new Set(keys.map(({ pipelineId }) => pipelineId))]);
  const seen = await secretsSeenIn(records, member, { kind: "pipeline", records: pipelines });
  const inClear = new Set(pipelines.filter((_, index) => seen[index]).map(({ id }) => id));
  return keys.map((key) => (inClear.has(key.pipelineId) ? secretOf(secrets, key) : HIDDEN_SECRET));
}

async function createKey(
  ports: KeyPorts,
  member: Member,
  { pipelineId, facts }: { readonly pipelineId: string; readonly facts: PipelineKeyFacts },
): Promise<PipelineKey> {
  assertTier(member, "change");
  const checked = checkedFacts(newFacts, facts);
  return ports.database.transaction(async (records) => {
    const record = await records.pipelines.lock(pipelineId);
    const pipeline = await managedBy(records, member, { kind: "pipeline", record });
    const { key } = newPipelineKey(ports, member, { pipeline, ...checked });
    await records.pipelineKeys.insert(key);
    return key;
  });
}

async function updateKey(
  { database, environment }: KeyPorts,
  member: Member,
  { id, changes }: { readonly id: string; readonly changes: PipelineKeyFacts },
): Promise<PipelineKey> {
  assertTier(member, "change");
  const checked = checkedFacts(changedFacts, changes);
  return database.transaction(async (records) => {
    const key = await keyOf(managedBy, records, member, id);
    const facts = { ...checked, modifiedBy: member.userId, updatedAt: environment.now() };
    await records.pipelineKeys.update(id, facts);
    return { ...key, ...facts };
  });
}

async function removeKey({ database }: KeyPorts, member: Member, id: string): Promise<PipelineKey> {
  assertTier(member, "remove");
  return database.transaction(async (records) => {
    const key = await keyOf(managedBy, records, member, id);
    await records.pipelineKeys.remove(id);
    return key;
  });
}

/** If the caller cannot see the pipeline, the error is the same as for an unknown key. */
async function keyOf(
  reachedBy: typeof seenBy<Pipeline>,
  records: PipelineRecords & ShareRecords,
  member: Member,
  id: string,
): Promise<PipelineKey> {
  const key = await records.pipelineKeys.find(id);
  const record = key && (await records.pipelines.find(key.pipelineId));
  if (!key) throw notFound();
  try {
    await reachedBy(records, member, { kind: "pipeline", record });
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") throw notFound();
    throw error;
  }
  return key;
}

function notFound(): DomainError {
  return new DomainError("NOT_FOUND", "Pipeline key not found.");
}
