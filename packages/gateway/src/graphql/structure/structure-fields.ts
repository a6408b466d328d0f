import {
  chunkOptionsSchema,
  DomainError,
  type Job,
  type JobStructure,
  plainWording,
} from "@galley/core/domain";
import { GraphQLPositiveInt } from "graphql-scalars";
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../context/context.ts";
import { type Connection, connectionType } from "../paging/connection.ts";
import { listPart } from "../paging/list-part.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import { PageType } from "../pages/page-type.ts";
import { BlockType, blockTypeOf } from "./block-type.ts";
import { explanationTypeOf, PageExplanationType } from "./explanation-type.ts";
import { ChunkType, chunkTypeOf } from "./chunk-type.ts";
import { JobType } from "../jobs/job-type.ts";
import { TableType, tableTypeOf } from "./table-type.ts";

const BlockConnectionType = connectionType<BlockType>(BlockType, {
  name: "Block",
  order: "in reading order",
});
const TableConnectionType = connectionType<TableType>(TableType, {
  name: "Table",
  order: "in reading order",
});
const ChunkConnectionType = connectionType<ChunkType>(ChunkType, {
  name: "Chunk",
  order: "in reading order",
});

const AVAILABLE = "Null until the job is processed, and when its text is deleted.";

/** The largest number of blocks of one page. */
const MAX_PAGE_BLOCKS = 1000;

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
class JobStructureFields {
  @FieldResolver(() => String, { nullable: true, description: `The document in Markdown. ${AVAILABLE}` })
  markdown(@Ctx() context: RequestContext, @Root() job: Job): Promise<string | null> {
    return ifKept(structureOf(context, job).text("markdown"));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: `The document as an HTML article. ${AVAILABLE}`,
  })
  html(@Ctx() context: RequestContext, @Root() job: Job): Promise<string | null> {
    return ifKept(structureOf(context, job).text("html"));
  }

  @FieldResolver(() => BlockConnectionType, {
    nullable: true,
    description: `The blocks of the document. ${AVAILABLE}`,
  })
  blocks(
    @Ctx() context: RequestContext,
    @Root() job: Job,
    @Args(() => PartArguments) part: PartArguments,
  ): Promise<Connection<BlockType> | null> {
    const structure = structureOf(context, job);
    return ifKept(
      listPart(part, {
        read: async (range) => (await structure.blocks(range)).items.map((block) => blockTypeOf(block)),
        count: async () => (await structure.blocks(NONE)).total,
      }),
    );
  }

  @FieldResolver(() => [TableType], {
    nullable: true,
    description: `The tables of the document. ${AVAILABLE}`,
  })
  async tables(@Ctx() context: RequestContext, @Root() job: Job): Promise<readonly TableType[] | null> {
    const tables = await ifKept(structureOf(context, job).tables());
    return tables && tables.items.map((table) => tableTypeOf(table));
  }

  @FieldResolver(() => TableConnectionType, {
    nullable: true,
    description: `The tables of the document, in parts: for documents with many. ${AVAILABLE}`,
  })
  tableConnection(
    @Ctx() context: RequestContext,
    @Root() job: Job,
    @Args(() => PartArguments) part: PartArguments,
  ): Promise<Connection<TableType> | null> {
    const structure = structureOf(context, job);
    return ifKept(
      listPart(part, {
        read: async (range) => (await structure.tables(range)).items.map((table) => tableTypeOf(table)),
        count: async () => (await structure.tables(NONE)).total,
      }),
    );
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
    const options = chunkOptionsSchema.safeParse({ size: maxTokens, overlap }, { error: plainWording });
    if (!options.success) {
      const [issue] = options.error.issues;
      const field = issue?.path[0] === "overlap" ? "overlap" : "maxTokens";
      throw new DomainError("BAD_INPUT", `${field}: ${issue?.message ?? "invalid value"}`, { field });
    }
    const structure = structureOf(context, job);
    return ifKept(
      listPart(part, {
        read: async (range) =>
          (await structure.chunks(range, options.data)).items.map((chunk) => chunkTypeOf(chunk)),
        count: async () => (await structure.chunks(NONE, options.data)).total,
      }),
    );
  }
}

@Resolver(() => JobType)
class JobExplanationFields {
  @FieldResolver(() => PageExplanationType, {
    nullable: true,
    description:
      "Why a page came out as it did. The page is read again, so the document must still be kept and the job processed; otherwise an error says why.",
  })
  async explanation(
    @Ctx() { application }: RequestContext,
    @Root() job: Job,
    @Arg("page", () => GraphQLPositiveInt, { description: "Page number, counted from 1." }) page: number,
  ): Promise<PageExplanationType> {
    return explanationTypeOf(await application.jobs.explainPage(job, page));
  }
}

@Resolver(() => PageType)
class PageStructureFields {
  @FieldResolver(() => [BlockType], {
    nullable: true,
    description: `The blocks that begin on the page, in reading order, at most ${MAX_PAGE_BLOCKS}. ${AVAILABLE}`,
  })
  async blocks(
    @Ctx() context: RequestContext,
    @Root() { job, number }: PageType,
  ): Promise<readonly BlockType[] | null> {
    const range = { offset: 0, limit: MAX_PAGE_BLOCKS };
    const blocks = await ifKept(structureOf(context, job).blocks(range, number));
    return blocks && blocks.items.map((block) => blockTypeOf(block));
  }
}

export const STRUCTURE_FIELDS = [JobStructureFields, JobExplanationFields, PageStructureFields] as const;

/** Reads only the length of a list. */
const NONE = { offset: 0, limit: 0 };

function structureOf(context: RequestContext, job: Job): JobStructure {
  return context.application.jobs.structure(job);
}

async function ifKept<T>(found: Promise<T>): Promise<T | null> {
  const codes = ["NOT_READY", "ALREADY_DELIVERED"];
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && codes.includes(error.code)) return null;
    throw error;
  }
}
