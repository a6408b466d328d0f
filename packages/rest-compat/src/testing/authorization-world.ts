import { randomUUID } from "node:crypto";
import type { AccessTier, Application, Member, Role, User } from "@galley/core/domain";
import { MEMORY_KINDS } from "@galley/core/testing";

/**
 * Every kind of caller of a route: the gate's response, if it rejects them, and the methods that their tier forbids.
 */
export const CALLERS: readonly CallerFacts[] = [
  { name: "without credentials", gate: 401 },
  { name: "a malformed token", gate: 401 },
  { name: "an unknown token", gate: 401 },
  { name: "a revoked token", gate: 401 },
  { name: "a removed member", gate: 401 },
  { name: "a member of another organization", gate: 403 },
  { name: "a stranger" },
  { name: "a viewer" },
  { name: "a viewer through the organization" },
  { name: "a co-owner" },
  { name: "the owner" },
  { name: "a manager" },
  { name: "a service account" },
  { name: "a read-only service account", forbids: ["POST", "PUT", "PATCH", "DELETE"] },
  { name: "a read-write service account", forbids: ["DELETE"] },
];

export type CallerName =
  | "without credentials"
  | "a malformed token"
  | "an unknown token"
  | "a revoked token"
  | "a removed member"
  | "a member of another organization"
  | "a stranger"
  | "a viewer"
  | "a viewer through the organization"
  | "a co-owner"
  | "the owner"
  | "a manager"
  | "a service account"
  | "a read-only service account"
  | "a read-write service account";

interface CallerFacts {
  readonly name: CallerName;
  readonly gate?: 401 | 403;
  readonly forbids?: readonly string[];
}

/** Records of one owner, shared as the callers' names say. */
export interface Things {
  readonly pipeline: string;
  readonly pipelineKey: string;
  readonly workflow: string;
  /** An endpoint of the workflow. */
  readonly end: string;
  readonly connector: string;
  /** A notification of the pipeline. */
  readonly notification: string;
  readonly platformKey: string;
  /** A workflow that is shared with the organization. */
  readonly openWorkflow: string;
  /** A member who has access to none of the records. */
  readonly spareNumber: number;
  /** Another co-owner. */
  readonly spareOwnerNumber: number;
  /** A part of the name of each record. */
  readonly mark: string;
}

interface Person {
  readonly user: User;
  readonly member: Member & { readonly userId: string };
  readonly token: string;
}

const KINDS = ["pipeline", "workflow", "connector"] as const;

/** An organization with every kind of caller, and a second organization. */
export class AuthorizationWorld {
  readonly #application: Application;
  readonly #url: string;
  readonly #tokens = new Map<CallerName, string | undefined>();
  readonly #people = new Map<string, Person>();
  readonly #made = new Map<string, Things>();

  private constructor(application: Application, url: string) {
    this.#application = application;
    this.#url = url;
  }

  static async open(application: Application, url: string): Promise<AuthorizationWorld> {
    const world = new AuthorizationWorld(application, url);
    await world.#populate();
    return world;
  }

  /** Returns the body as text, whatever the status. */
  async call(
    name: CallerName,
    { method, path, body }: { readonly method: string; readonly path: string; readonly body: unknown },
  ): Promise<{ readonly status: number; readonly text: string }> {
    const token = this.#tokens.get(name);
    const answer = await fetch(`${this.#url}/api/v1/service/press${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** New records if the call will change them; otherwise those created for the first such call. */
  async things({
    changing,
    toOrganization,
  }: {
    readonly changing: boolean;
    readonly toOrganization: boolean;
  }): Promise<Things> {
    const known = this.#made.get(`${toOrganization}`);
    if (known && !changing) return known;
    const made = await this.#make(toOrganization);
    if (!changing) this.#made.set(`${toOrganization}`, made);
    return made;
  }

  async #populate(): Promise<void> {
    const { access, accessTokens, members } = this.#application;
    const first = { extractionKey: randomUUID(), managerEmail: "manager@press.example" };
    const [own, foreign] = [randomUUID(), randomUUID()];
    await access.createFirst({ ...first, organization: "press", accessToken: own });
    await access.createFirst({
      organization: "bank",
      managerEmail: "manager@bank.example",
      extractionKey: randomUUID(),
      accessToken: foreign,
    });
    const manager = await access.authenticate({ accessToken: own });
    const service = async (tier: AccessTier): Promise<string> =>
      (await accessTokens.create(manager, { name: tier, description: "", tier, userId: null })).secret;
    for (const name of ["owner", "viewer", "co-owner", "stranger", "spare", "spare owner", "left"]) {
      this.#people.set(name, await this.#person(name, "member", manager));
    }
    const revoked = await accessTokens.create(manager, {
      name: "revoked",
      description: "",
      tier: "full_access",
      userId: null,
    });
    await accessTokens.update(manager, revoked.token.id, { active: false });
    const left = this.#who("left");
    await members.remove(manager, left.user.id);
    const tokens: Record<CallerName, string | undefined> = {
      "without credentials": undefined,
      "a malformed token": "no-uuid",
      "an unknown token": randomUUID(),
      "a revoked token": revoked.secret,
      "a removed member": left.token,
      "a member of another organization": foreign,
      "a stranger": this.#who("stranger").token,
      "a viewer": this.#who("viewer").token,
      "a viewer through the organization": this.#who("stranger").token,
      "a co-owner": this.#who("co-owner").token,
      "the owner": this.#who("owner").token,
      "a manager": own,
      "a service account": await service("full_access"),
      "a read-only service account": await service("read"),
      "a read-write service account": await service("read_write"),
    };
    for (const { name } of CALLERS) this.#tokens.set(name, tokens[name]);
  }

  async #person(
    name: string,
    role: Role,
    manager: Awaited<ReturnType<Application["access"]["authenticate"]>>,
  ): Promise<Person> {
    const { access, accessTokens, members } = this.#application;
    const email = `${name.replace(" ", "-")}@press.example`;
    const { user } = await members.add(manager, { email, role });
    const request = { name, description: "", tier: "full_access", userId: user.id } as const;
    const { secret: token } = await accessTokens.create(manager, request);
    const member = await access.enter({ accessToken: token }, "press");
    return { user, token, member: { ...member, userId: user.id } };
  }

  #who(name: string): Person {
    const person = this.#people.get(name);
    if (!person) throw new Error(`Unknown caller ${name}.`);
    return person;
  }

  async #make(toOrganization: boolean): Promise<Things> {
    const { workflows, pipelines, pipelineKeys, connectors, accessTokens, sharing } = this.#application;
    const { member: owner, user } = this.#who("owner");
    const mark = randomUUID().slice(0, 8);
    const workflow = await workflows.create(owner, { name: `${mark} workflow` });
    const openWorkflow = await workflows.create(owner, { name: randomUUID() });
    await sharing.share(owner, { kind: "workflow", id: openWorkflow.id }, { toOrganization: true });
    const pipeline = await pipelines.create(owner, { name: `${mark} pipeline`, workflowId: openWorkflow.id });
    const connector = await connectors.create(owner, {
      name: `${mark} connector`,
      kindId: MEMORY_KINDS.files,
      settings: { host: "files.example" },
    });
    const ids = { pipeline: pipeline.id, workflow: workflow.id, connector: connector.id };
    for (const kind of KINDS) await this.#share(owner, { kind, id: ids[kind] }, toOrganization);
    const [key] = await pipelineKeys.list(owner, pipeline.id);
    const [end] = await workflows.endpointsOf([workflow]);
    const target = { name: `${mark} told`, url: "https://example.com/ended" };
    const notification = await this.#application.outcomeNotifications.create(owner, pipeline.id, target);
    const request = { name: `${mark} key`, description: "", tier: "read", userId: user.id } as const;
    const { token } = await accessTokens.create(owner, request);
    return {
      ...ids,
      pipelineKey: key?.id ?? "",
      end: end?.id ?? "",
      notification: notification.id,
      platformKey: token.id,
      openWorkflow: openWorkflow.id,
      spareNumber: this.#who("spare").user.number,
      spareOwnerNumber: this.#who("spare owner").user.number,
      mark,
    };
  }

  async #share(
    owner: Member,
    reference: Parameters<Application["sharing"]["share"]>[1],
    toOrganization: boolean,
  ): Promise<void> {
    const { sharing } = this.#application;
    await sharing.share(owner, reference, { userIds: [this.#who("viewer").user.id], toOrganization });
    for (const name of ["co-owner", "spare owner"]) {
      await sharing.addOwner(owner, reference, this.#who(name).user.id);
    }
  }
}
