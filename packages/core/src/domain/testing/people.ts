import { randomBytes, randomUUID } from "node:crypto";
import type { Access } from "../access/access.ts";
import { createAccess } from "../access/access.ts";
import type { Member } from "../access/model/caller.ts";
import type { Role, User } from "../access/model/user.ts";
import type { Environment } from "../ports.ts";
import type { ApplicationDatabase, Subscriptions } from "../application.ts";
import { createMemoryDatabase } from "./memory/memory-database.ts";
import { createMemoryEvents, createMemoryQueue, type MemoryQueue } from "./memory/memory-ports.ts";
import { anOrganization, aUser } from "./records.ts";

/** An organization with members, and a clock that the test sets. */
export class People {
  now: Date = new Date("2026-01-02T03:04:05.678Z");
  readonly organizationId: string = randomUUID();
  readonly queue: MemoryQueue = createMemoryQueue();
  readonly #events = createMemoryEvents();
  readonly subscriptions: Subscriptions = this.#events.subscriptions;
  readonly database: ApplicationDatabase = createMemoryDatabase({
    queue: this.queue,
    announcements: this.#events.announcements,
  });
  readonly environment: Environment = { now: () => this.now, uuid: () => randomUUID(), randomBytes };
  readonly sessionIdleSeconds = 7200;
  readonly access: Access = createAccess(this);

  async found(slug = "press"): Promise<void> {
    await this.database.transaction(({ organizations }) =>
      organizations.insert(anOrganization({ id: this.organizationId, slug })),
    );
  }

  async user(facts: Partial<Omit<User, "number">> = {}): Promise<User> {
    const user = await this.database.transaction(({ users }) => users.insert(aUser(facts)));
    if (!user) throw new Error("The address was to be new.");
    return user;
  }

  /** Adds a user to the organization and returns the member. */
  async member(role: Role = "member", facts: Partial<Member> = {}): Promise<Member & { userId: string }> {
    const { id: userId } = await this.user();
    const { organizationId } = this;
    await this.database.transaction(({ memberships }) =>
      memberships.put({ organizationId, userId, role, createdAt: this.now }),
    );
    return { kind: "session", id: randomUUID(), organizationId, tier: "full_access", role, ...facts, userId };
  }

  service(facts: Partial<Member> = {}): Member {
    const { organizationId } = this;
    return {
      kind: "access_token",
      id: randomUUID(),
      organizationId,
      tier: "full_access",
      role: "manager",
      userId: null,
      ...facts,
    };
  }
}
