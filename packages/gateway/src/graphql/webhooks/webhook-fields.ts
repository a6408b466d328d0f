import type { Delivery, Job, Webhook } from "@galley/core/domain";
import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { JobType } from "../jobs/job-type.ts";
import { WebhookDeliveryType, WebhookType } from "./webhook-type.ts";

@Resolver(() => WebhookType)
export class WebhookFields {
  @FieldResolver(() => Boolean, { description: "Whether requests carry a bearer token." })
  hasAuthToken(@Ctx() { application }: RequestContext, @Root() webhook: Webhook): boolean {
    return application.webhooks.hasAuthToken(webhook);
  }

  @FieldResolver(() => String, {
    description:
      "Signing secret (`whsec_…`), with which the target verifies that a message comes from this service; see standardwebhooks.com. FORBIDDEN for access tokens of the tier READ.",
  })
  signingSecret(@Ctx() context: RequestContext, @Root() webhook: Webhook): string {
    return context.application.webhooks.signingSecret(callerOf(context), webhook);
  }
}

@Resolver(() => JobType)
export class DeliveryFields {
  @FieldResolver(() => [WebhookDeliveryType], {
    description: "Deliveries to the job's webhook, oldest first; empty if it has none.",
  })
  deliveries(@Ctx() { deliveries }: RequestContext, @Root() job: Job): Promise<readonly Delivery[]> {
    return deliveries.load(job);
  }
}
