import type { Webhook } from "@galley/core/domain";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { WebhookType } from "./webhook-type.ts";

@Resolver()
export class WebhookQueries {
  @Query(() => [WebhookType], { description: "The organization's webhooks by name." })
  webhooks(@Ctx() context: RequestContext): Promise<readonly Webhook[]> {
    return context.application.webhooks.list(callerOf(context));
  }

  @Query(() => WebhookType, {
    nullable: true,
    description: "A webhook by name. NOT_FOUND if it does not exist.",
  })
  webhook(
    @Ctx() context: RequestContext,
    @Arg("name", () => String, { description: "The webhook's name." }) name: string,
  ): Promise<Webhook> {
    return context.application.webhooks.find(callerOf(context), name);
  }
}
