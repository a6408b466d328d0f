import type { Delivery, Job, Webhook } from "@galley/core/domain";
import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { JobType } from "../jobs/job-type.ts";
import { WebhookDeliveryType, WebhookType } from "./webhook-type.ts";

@Resolver(() => WebhookType)
export class WebhookFields {
  @FieldResolver(() => Boolean, { description: "Whether results are sent with a bearer token." })
  hasAuthToken(@Ctx() { application }: RequestContext, @Root() webhook: Webhook): boolean {
    return application.webhooks.hasAuthToken(webhook);
  }

  @FieldResolver(() => String, {
    description:
      "Secret of the signatures (`whsec_…`), with which the target proves that a message is from here. See standardwebhooks.com. FORBIDDEN to a token that may only read.",
  })
  signingSecret(@Ctx() context: RequestContext, @Root() webhook: Webhook): string {
    return context.application.webhooks.signingSecret(callerOf(context), webhook);
  }
}

@Resolver(() => JobType)
export class DeliveryFields {
  @FieldResolver(() => [WebhookDeliveryType], {
    description: "What was sent to the webhook that the job names, oldest first; empty where it names none.",
  })
  deliveries(@Ctx() { deliveries }: RequestContext, @Root() job: Job): Promise<readonly Delivery[]> {
    return deliveries.load(job);
  }
}
