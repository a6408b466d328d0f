import type { LimitsInUse } from "@galley/core/domain";
import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import {
  OrganizationLimitsType,
  SetOrganizationLimitsInput,
  SetOrganizationLimitsPayload,
} from "./limit-types.ts";

@Resolver()
export class LimitOperations {
  @Query(() => OrganizationLimitsType, {
    description: "The limits of the caller's organization, or of another one, with what is used of them.",
  })
  organizationLimits(
    @Ctx() context: RequestContext,
    @Arg("organization", () => String, {
      nullable: true,
      description:
        "Name of the organization; null means the caller's own. FORBIDDEN for another one unless the caller may set its limits.",
    })
    organization?: string | null,
  ): Promise<LimitsInUse> {
    return context.application.limits.find(callerOf(context), organization ?? undefined);
  }

  @Query(() => [String], {
    description:
      "Names of the organizations whose limits the caller may set, sorted, at most 1,000: all of them for managers of the organization that operates the service (`GALLEY_OPERATOR_ORG`), otherwise none.",
  })
  operatedOrganizations(@Ctx() context: RequestContext): Promise<readonly string[]> {
    return context.application.limits.operated(callerOf(context));
  }

  @Mutation(() => SetOrganizationLimitsPayload, {
    description:
      "Sets the limits of an organization. Documents that were accepted are not affected. FORBIDDEN unless the caller is a manager of the organization that operates the service.",
  })
  async setOrganizationLimits(
    @Ctx() context: RequestContext,
    @Arg("input", () => SetOrganizationLimitsInput, { description: "The organization and its limits." })
    { organization, limits }: SetOrganizationLimitsInput,
  ): Promise<SetOrganizationLimitsPayload> {
    const set = limits
      ? {
          pagesPerDay: limits.pagesPerDay ?? null,
          documentsInFlight: limits.documentsInFlight ?? null,
          bytesKept: limits.bytesKept ?? null,
        }
      : undefined;
    return { limits: await context.application.limits.set(callerOf(context), organization, set) };
  }
}
