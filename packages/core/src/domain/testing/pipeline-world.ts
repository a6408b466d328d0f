import { randomBytes, randomUUID } from "node:crypto";
import type { Member } from "../access/model/caller.ts";
import { createConnectors } from "../connectors/create-connectors.ts";
import type { Connector } from "../connectors/connector.ts";
import { DomainError } from "../domain-error.ts";
import type { ApplicationDatabase } from "../application.ts";
import { NO_FIELDS_READER } from "../fields/no-fields-reader.ts";
import { createMemoryCatalogue, MEMORY_KINDS } from "./memory/memory-catalogue.ts";
import { createMemoryDatabase } from "./memory/memory-database.ts";
import { createMemoryEvents, createMemoryQueue } from "./memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "./memory/records/memory-webhooks.ts";
import { createWorkflows } from "../workflows/create-workflows.ts";
import type { Workflow } from "../workflows/workflow.ts";
import { createPipelineKeys } from "../pipelines/pipeline-keys.ts";
import { createPipelines } from "../pipelines/create-pipelines.ts";

/** An organization with a service account, two users and a manager, and a member of another organization. */
export class PipelineWorld {
  readonly database: ApplicationDatabase = createMemoryDatabase({
    queue: createMemoryQueue(),
    announcements: createMemoryEvents().announcements,
  });
  readonly #ports = {
    database: this.database,
    environment: { now: () => this.now, uuid: () => randomUUID(), randomBytes },
    secrets: createMemoryWebhookPorts().secrets,
    catalogue: createMemoryCatalogue(),
    fieldsReader: NO_FIELDS_READER,
    minimumScheduleSeconds: 1800,
  };
  now = new Date("2026-01-02T03:04:05.678Z");
  readonly connectors = createConnectors(this.#ports);
  readonly workflows = createWorkflows(this.#ports);
  readonly pipelines = createPipelines(this.#ports);
  readonly keys = createPipelineKeys(this.#ports);
  readonly organizationId = randomUUID();
  readonly service: Member = this.member(null);
  readonly maker: Member = this.member(randomUUID());
  readonly guest: Member = this.member(randomUUID());

  member(userId: string | null, facts: Partial<Member> = {}): Member {
    return {
      kind: "access_token",
      id: randomUUID(),
      organizationId: this.organizationId,
      tier: "full_access",
      userId,
      role: userId === null ? "manager" : "member",
      ...facts,
    };
  }

  async workflow(member = this.maker, name: string = randomUUID()): Promise<Workflow> {
    return this.workflows.create(member, { name });
  }

  async connector(kindId: string = MEMORY_KINDS.files, member = this.maker): Promise<Connector> {
    return this.connectors.create(member, { kindId, name: randomUUID(), settings: { host: "example.org" } });
  }

  async sharedWithGuest(recordKind: "pipeline" | "workflow" | "connector", recordId: string): Promise<void> {
    await this.database.transaction(({ shares }) =>
      shares.put({
        organizationId: this.organizationId,
        recordKind,
        recordId,
        userId: this.guest.userId ?? "",
        role: "viewer",
        createdAt: this.now,
      }),
    );
  }
}

export async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.code, error.field].filter(Boolean).join(" ");
  }
}
