import type {
  ConnectionFailure,
  FileCount,
  FileQuery,
  Job,
  StoreEntry,
  Submission,
} from "@galley/core/domain";
import { Arg, Args, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { JobType } from "../jobs/job-type.ts";
import { recordId } from "../node/record-id.ts";
import { ExtractionOptionsInput, givenOptions } from "../options/extraction-options.ts";
import { listPart } from "../paging/list-part.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import {
  BrowseConnectorPayload,
  ConnectionFailureType,
  ConnectorReferenceInput,
  FileCountType,
  referenceOf,
} from "./store-types.ts";

@InputType("BrowseConnectorInput", { description: "A folder of a file store." })
class BrowseConnectorInput extends ConnectorReferenceInput {
  @Field(() => String, { defaultValue: "", description: 'Path of the folder; "" is the root.' })
  readonly folder!: string;

  @Field(() => String, {
    defaultValue: "",
    description: "Only entries whose names contain this text, ignoring case.",
  })
  readonly search!: string;
}

@InputType("CountFilesInput", { description: "The files of a source, as in its configuration." })
class CountFilesInput extends ConnectorReferenceInput implements FileQuery {
  @Field(() => [String], { defaultValue: [], description: "Folders to list; empty means the root." })
  readonly folders!: readonly string[];

  @Field(() => [String], {
    defaultValue: [],
    description: 'File name patterns, such as "*.pdf", any of which must match; empty means all.',
  })
  readonly patterns!: readonly string[];

  @Field(() => Boolean, { defaultValue: false, description: "Whether subfolders are included." })
  readonly recursive!: boolean;
}

@ObjectType("CountFilesPayload", { description: "Result of `countFiles`.", simpleResolvers: true })
class CountFilesPayload {
  @Field(() => FileCountType, { nullable: true, description: "Null if the files could not be listed." })
  readonly files!: FileCount | null;

  @Field(() => ConnectionFailureType, { nullable: true, description: "Why it failed; null on success." })
  readonly failure!: ConnectionFailure | null;
}

@InputType("TryFileInput", { description: "A file of a store, and the options for its extraction." })
class TryFileInput extends ConnectorReferenceInput {
  @Field(() => String, { description: "Path of the file." })
  readonly path!: string;

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description: "Extraction options; null means all defaults, or those of the workflow.",
  })
  readonly options!: Submission["options"] | null | undefined;

  @Field(() => ID, {
    nullable: true,
    description:
      "A workflow that the caller can change: its options and password apply unless others are given.",
  })
  readonly workflowId!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The user or owner password of an encrypted document.",
  })
  readonly documentPassword!: string | null | undefined;

  @Field(() => String, { defaultValue: "default", description: "A label for usage reports." })
  readonly tag!: string;
}

@ObjectType("TryFilePayload", { description: "Result of `tryFile`.", simpleResolvers: true })
class TryFilePayload {
  @Field(() => JobType, {
    nullable: true,
    description: "The accepted job; null if the file could not be read.",
  })
  readonly job!: Job | null;

  @Field(() => ConnectionFailureType, { nullable: true, description: "Why it failed; null on success." })
  readonly failure!: ConnectionFailure | null;
}

@Resolver()
export class StoreOperations {
  @Mutation(() => BrowseConnectorPayload, {
    description:
      "Lists a folder of a file store, within at most 15 seconds. Changes nothing. BAD_INPUT if a setting is invalid.",
  })
  async browseConnector(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("input", () => BrowseConnectorInput, { description: "The folder." })
    { folder, search, ...reference }: BrowseConnectorInput,
  ): Promise<BrowseConnectorPayload> {
    const { explorer } = context.application;
    const member = memberOf(context);
    const listed = await explorer.browse(member, referenceOf(reference), { folder, search });
    if (!listed.ok) return { entries: null, truncated: false, failure: listed.failure };
    const { entries, truncated } = listed.value;
    const connection = await listPart<StoreEntry>(part, {
      read: async ({ offset, limit }) => entries.slice(offset, offset + limit),
      count: async () => entries.length,
    });
    return { entries: connection, truncated, failure: null };
  }

  @Mutation(() => CountFilesPayload, {
    description:
      "Counts the files that a source would process, within at most 15 seconds. Changes nothing. BAD_INPUT if a setting is invalid.",
  })
  async countFiles(
    @Ctx() context: RequestContext,
    @Arg("input", () => CountFilesInput, { description: "The files." })
    { folders, patterns, recursive, ...reference }: CountFilesInput,
  ): Promise<CountFilesPayload> {
    const { explorer } = context.application;
    const query = { folders, patterns, recursive };
    const counted = await explorer.count(memberOf(context), referenceOf(reference), query);
    return counted.ok ? { files: counted.value, failure: null } : { files: null, failure: counted.failure };
  }

  @Mutation(() => TryFilePayload, {
    description:
      "Submits one file of a store as a document of its own, within at most 60 seconds. Nothing is written to a destination, and no run skips the file because of it.",
  })
  async tryFile(
    @Ctx() context: RequestContext,
    @Arg("input", () => TryFileInput, { description: "The file." })
    { path, options, workflowId, documentPassword, tag, ...reference }: TryFileInput,
  ): Promise<TryFilePayload> {
    const tried = await context.application.explorer.tryFile(memberOf(context), referenceOf(reference), {
      path,
      options: givenOptions(options ?? {}),
      workflowId:
        workflowId == null ? undefined : recordId(workflowId, { kind: "workflow", field: "workflowId" }),
      documentPassword: documentPassword ?? undefined,
      tag,
    });
    return tried.ok ? { job: tried.value, failure: null } : { job: null, failure: tried.failure };
  }
}
