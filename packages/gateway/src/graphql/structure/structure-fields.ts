import {
  chunkOptionsSchema,
  type DocumentBlocks,
  DomainError,
  type Job,
  tablesOf,
  toChunks,
  toHtml,
  toMarkdown,
} from "@galley/core/domain";
import { Args, ArgsType, Ctx, Field, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { type Connection, connectionType } from "../paging/connection.ts";
import { listPart } from "../paging/list-part.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import { BlockType, blockTypeOf } from "./block-type.ts";
import { ChunkType, chunkTypeOf } from "./chunk-type.ts";
import { JobType } from "../jobs/job-type.ts";
import { TableType, tableTypeOf } from "./table-type.ts";

const BlockConnectionType = connectionType<BlockType>(BlockType, {
  name: "Block",
  order: "in reading order",
});
const ChunkConnectionType = connectionType<ChunkType>(ChunkType, {
  name: "Chunk",
  order: "in reading order",
});

const AVAILABLE =
  "Null until the job is processed, if it was submitted without the option `blocks`, and when its text is deleted.";

@ArgsType()
class ChunkArguments extends PartArguments {
  @Field(() => Int, {
    defaultValue: 512,
    description: "Largest size of a chunk in tokens, estimated; at least 16.",
  })
  readonly maxTokens!: number;

  @Field(() => Int, {
    defaultValue: 0,
    description: "About how many tokens of the end of a chunk the next one in the same section repeats.",
  })
  readonly overlap!: number;
}

@Resolver(() => JobType)
export class StructureFields {
  @FieldResolver(() => String, { nullable: true, description: `The document in Markdown. ${AVAILABLE}` })
  async markdown(@Ctx() context: RequestContext, @Root() job: Job): Promise<string | null> {
    const document = await structureOf(context, job);
    return document && toMarkdown(document);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: `The document as an HTML article. ${AVAILABLE}`,
  })
  async html(@Ctx() context: RequestContext, @Root() job: Job): Promise<string | null> {
    const document = await structureOf(context, job);
    return document && toHtml(document);
  }

  @FieldResolver(() => BlockConnectionType, {
    nullable: true,
    description: `The blocks of the document. ${AVAILABLE}`,
  })
  async blocks(
    @Ctx() context: RequestContext,
    @Root() job: Job,
    @Args(() => PartArguments) part: PartArguments,
  ): Promise<Connection<BlockType> | null> {
    const document = await structureOf(context, job);
    if (document === null) return null;
    const { blocks } = document;
    return listPart(part, {
      read: async ({ offset, limit }) =>
        blocks.slice(offset, offset + limit).map((block) => blockTypeOf(block)),
      count: async () => blocks.length,
    });
  }

  @FieldResolver(() => [TableType], {
    nullable: true,
    description: `The tables of the document. ${AVAILABLE}`,
  })
  async tables(@Ctx() context: RequestContext, @Root() job: Job): Promise<readonly TableType[] | null> {
    const document = await structureOf(context, job);
    return document && tablesOf(document).map((table) => tableTypeOf(table));
  }

  @FieldResolver(() => ChunkConnectionType, {
    nullable: true,
    description: `The document in pieces for retrieval. ${AVAILABLE}`,
  })
  async chunks(
    @Ctx() context: RequestContext,
    @Root() job: Job,
    @Args(() => ChunkArguments) { maxTokens, overlap, ...part }: ChunkArguments,
  ): Promise<Connection<ChunkType> | null> {
    const options = chunkOptionsSchema.safeParse({ size: maxTokens, overlap });
    if (!options.success) {
      const [issue] = options.error.issues;
      const field = issue?.path[0] === "overlap" ? "overlap" : "maxTokens";
      throw new DomainError("BAD_INPUT", `${field}: ${issue?.message ?? "invalid value"}`, { field });
    }
    const document = await structureOf(context, job);
    if (document === null) return null;
    const chunks = toChunks(document, options.data).map((chunk) => chunkTypeOf(chunk));
    return listPart(part, {
      read: async ({ offset, limit }) => chunks.slice(offset, offset + limit),
      count: async () => chunks.length,
    });
  }
}

/** The fields of one query share the structure of a job. */
const structures = new WeakMap<Job, Promise<DocumentBlocks | null>>();

function structureOf(context: RequestContext, job: Job): Promise<DocumentBlocks | null> {
  const known = structures.get(job);
  if (known !== undefined) return known;
  const found = context.application.jobs
    .structure(callerOf(context), { id: job.id })
    .catch(nullIfUnavailable);
  structures.set(job, found);
  return found;
}

function nullIfUnavailable(error: unknown): null {
  const codes = ["CONFLICT", "NOT_READY", "ALREADY_DELIVERED"];
  if (error instanceof DomainError && codes.includes(error.code)) return null;
  throw error;
}
