import type { ExtractionKey } from "@galley/core/domain";
import { Ctx, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { ExtractionKeyType } from "./extraction-key-type.ts";

@Resolver()
export class KeyQueries {
  @Query(() => [ExtractionKeyType], {
    description:
      "The organization's extraction keys, newest first, revoked ones included. FORBIDDEN for an extraction key.",
  })
  extractionKeys(@Ctx() context: RequestContext): Promise<readonly ExtractionKey[]> {
    return context.application.keys.list(callerOf(context));
  }
}
