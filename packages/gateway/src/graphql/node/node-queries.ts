import { DomainError, type Caller, type MemberRecord, type User } from "@galley/core/domain";
import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import { asMember, callerOf, type RequestContext } from "../context/context.ts";
import { sessionTypeOf } from "../sign-in/session-type.ts";
import { nodeOf, NodeType } from "./node-type.ts";
import { recordId } from "./record-id.ts";

type Find = (
  application: RequestContext["application"],
  caller: Caller,
  id: string,
) => Promise<NodeType | undefined>;

/** Finds a record of each type; NOT_FOUND and FORBIDDEN count as not found. */
const FINDERS: Readonly<Record<string, Find>> = {
  Job: ({ jobs }, caller, id) => jobs.find(caller, { id }),
  ExtractionKey: async ({ keys }, caller, id) => withId(await keys.list(caller), id),
  Webhook: async ({ webhooks }, caller, id) => withId(await webhooks.list(caller), id),
  AccessToken: ({ accessTokens }, caller, id) => accessTokens.find(caller, id),
  Invitation: async ({ invitations }, caller, id) => withId(await invitations.list(caller), id),
  Passkey: async ({ passkeys }, caller, id) => withId(await passkeys.list(caller), id),
  Session: async ({ sessions }, caller, id) =>
    withId(
      (await sessions.list(caller)).map((session) => sessionTypeOf(session, caller.id)),
      id,
    ),
  WebhookDelivery: ({ webhooks }, caller, id) => webhooks.findDelivery(caller, id),
  Pipeline: async ({ pipelines }, caller, id) => pipelines.find(asMember(caller), id),
  PipelineKey: async ({ pipelineKeys }, caller, id) => pipelineKeys.find(asMember(caller), id),
  Run: async ({ runs }, caller, id) => runs.find(asMember(caller), id),
  RunFile: async ({ runs }, caller, id) => runs.findFile(asMember(caller), id),
  Workflow: async ({ workflows }, caller, id) => workflows.find(asMember(caller), id),
  WorkflowEndpoint: async ({ workflows }, caller, id) => workflows.findEndpoint(asMember(caller), id),
  Connector: async ({ connectors }, caller, id) => connectors.find(asMember(caller), id),
  OutcomeNotification: async ({ outcomeNotifications }, caller, id) =>
    outcomeNotifications.find(asMember(caller), id),
  Notice: async ({ notices }, caller, id) => notices.find(caller, id),
  User: async ({ members }, caller, id) => withId((await members.list(caller)).map(userOf), id),
  Organization: async ({ access }, caller, id) => withId([await access.organizationOf(caller)], id),
};

@Resolver()
export class NodeQueries {
  @Query(() => NodeType, {
    nullable: true,
    description: "Any record by its id. NOT_FOUND if it does not exist or the caller may not see it.",
  })
  async node(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The record's id." }) id: string,
  ): Promise<NodeType> {
    const caller = callerOf(context);
    recordId(id, { kind: "record", field: "id" });
    for (const [type, find] of Object.entries(FINDERS)) {
      const record = await unlessRefused(find(context.application, caller, id));
      if (record) return nodeOf(type, record);
    }
    throw new DomainError("NOT_FOUND", "There is no such record.", { field: "id" });
  }
}

function userOf({ user }: MemberRecord): User {
  return user;
}

function withId<R extends NodeType>(records: readonly R[], id: string): R | undefined {
  return records.find((record) => record.id === id.toLowerCase());
}

async function unlessRefused(found: ReturnType<Find>): ReturnType<Find> {
  try {
    return await found;
  } catch (error) {
    const isRefusal = error instanceof DomainError && ["NOT_FOUND", "FORBIDDEN"].includes(error.code);
    if (isRefusal) return undefined;
    throw error;
  }
}
