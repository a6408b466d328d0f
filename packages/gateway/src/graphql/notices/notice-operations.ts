import type { Notice } from "@galley/core/domain";
import {
  Arg,
  Args,
  Ctx,
  Field,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from "type-graphql";
import { z } from "zod";
import { callerOf, type RequestContext } from "../context/context.ts";
import { connectionOf, connectionType, type Connection } from "../paging/connection.ts";
import { NoticeType } from "./notice-type.ts";
import { limitOf, PartArguments } from "../paging/part-arguments.ts";
import { stoppable } from "../subscriptions/change-stream.ts";
import { cursorCodec } from "../paging/cursor.ts";
import { recordId } from "../node/record-id.ts";

/** Time and id of a notice. */
const noticeCursor = cursorCodec(z.tuple([z.iso.datetime(), z.uuid()]));

const NoticeConnectionType = connectionType<Notice>(NoticeType, { name: "Notice", order: "newest first" });

@InputType("MarkNoticeReadInput", { description: "The notice to mark as read." })
class MarkNoticeReadInput {
  @Field(() => ID, { description: "The notice's id." })
  readonly noticeId!: string;
}

@ObjectType("MarkNoticeReadPayload", { description: "Result of `markNoticeRead`.", simpleResolvers: true })
class MarkNoticeReadPayload {
  @Field(() => NoticeType, { description: "The notice, marked as read." })
  readonly notice!: Notice;
}

type Subscribing = SubscribeResolverData<undefined, object, RequestContext>;

/** Only users have notices; service accounts and extraction keys have none. */
@Resolver()
export class NoticeOperations {
  @Query(() => NoticeConnectionType, { description: "The caller's notices, newest first." })
  async notices(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
  ): Promise<Connection<Notice>> {
    const caller = callerOf(context);
    const { notices } = context.application;
    const limit = limitOf(part);
    const place = noticeCursor.read(part.after);
    const after = place && { createdAt: new Date(place[0]), id: place[1] };
    const found = await notices.list(caller, { after, limit: limit + 1 });
    return connectionOf(found.slice(0, limit), {
      cursorOf: ({ createdAt, id }) => noticeCursor.write([createdAt.toISOString(), id]),
      isLaterPart: after !== undefined,
      hasMore: found.length > limit,
      count: () => notices.count(caller),
    });
  }

  @Mutation(() => MarkNoticeReadPayload, {
    description: "Marks a notice as read. A notice that is already read is not changed.",
  })
  async markNoticeRead(
    @Ctx() context: RequestContext,
    @Arg("input", () => MarkNoticeReadInput, { description: "The notice." })
    { noticeId }: MarkNoticeReadInput,
  ): Promise<MarkNoticeReadPayload> {
    const id = recordId(noticeId, { kind: "notice", field: "noticeId" });
    return { notice: await context.application.notices.markRead(callerOf(context), id) };
  }

  @Subscription(() => NoticeType, {
    description: "The caller's unread notices, oldest first, then each new one.",
    subscribe({ context }: Subscribing) {
      const stop = new AbortController();
      return stoppable(context.application.notices.watch(callerOf(context), stop.signal), stop);
    },
  })
  noticeReceived(@Root() notice: Notice): Notice {
    return notice;
  }
}
