import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { positionCursor } from "../paging/cursor.ts";
import { limitOf, PartArguments } from "../paging/part-arguments.ts";
import { ContentHitsType } from "./content-hit-type.ts";

/** The text of each hit is read. */
const MAX_HITS = 100;

@Resolver()
export class ContentQueries {
  @Query(() => ContentHitsType, {
    description: `Finds words in the texts of all documents that the caller can see, as long as their texts are kept. All words have to be on one page; words in quotation marks have to follow one another. Case and accents are ignored. A word of three or more letters also finds words that begin with it and, in eight European languages, its other forms. At most ${MAX_HITS} hits at a time; among very frequent words, the newest 2,000 pages are searched for a phrase. A document is found a few seconds after it was processed or corrected.`,
  })
  async searchContents(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("term", () => String, { description: "What to find, at most 1,000 characters and 32 words." })
    term: string,
  ): Promise<ContentHitsType> {
    const caller = callerOf(context);
    const limit = limitOf(part, MAX_HITS);
    const [before] = positionCursor.read(part.after) ?? [];
    const hits = await context.application.contents.search(caller, { term, before, limit: limit + 1 });
    const nodes = hits.slice(0, limit).map(({ text, ...hit }) => ({ ...hit, context: text }));
    const last = nodes.at(-1);
    const hasMore = hits.length > limit && last !== undefined;
    return { nodes, endCursor: hasMore ? positionCursor.write([last.sequence]) : null };
  }
}
