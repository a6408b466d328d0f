import { Ctx, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context.ts";
import { HealthType, ViewerType } from "../types/viewer-type.ts";

@Resolver()
export class ViewerQueries {
  @Query(() => ViewerType, { description: "Whom the credentials speak for." })
  viewer(@Ctx() context: RequestContext): ViewerType {
    const caller = callerOf(context);
    return { ...caller, tier: caller.kind === "extraction_key" ? null : caller.tier };
  }

  @Query(() => HealthType, { description: "The state of the service; needs no credentials." })
  async health(@Ctx() context: RequestContext): Promise<HealthType> {
    return { ready: await context.isReady() };
  }
}
