import type {
  ConnectionFailure,
  ConnectionFailureCode,
  ConnectorReference,
  FileCount,
  StoreEntry,
  StoreListing,
} from "@galley/core/domain";
import { DomainError } from "@galley/core/domain";
import {
  GraphQLDateTime,
  GraphQLJSONObject,
  GraphQLNonNegativeFloat,
  GraphQLNonNegativeInt,
} from "graphql-scalars";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { recordId } from "../node/record-id.ts";
import { connectionType, type Connection } from "../paging/connection.ts";

/** The connector or the settings of an operation that looks into a store. */
@InputType("ConnectorReferenceInput", { description: "A connector, or settings that are not stored." })
export class ConnectorReferenceInput {
  @Field(() => ID, {
    nullable: true,
    description:
      "The connector's id; or, with `settings`, a connector that the caller can change, whose secrets are used for settings of ********.",
  })
  readonly connectorId!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "Id of the kind of `settings`." })
  readonly kindId!: string | null | undefined;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: "Settings in plain text, as described by the kind's `settingsSchema`. They are not stored.",
  })
  readonly settings!: Readonly<Record<string, unknown>> | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The key from `beginOAuth`, with `settings`; its credentials remain available.",
  })
  readonly oauthKey!: string | null | undefined;
}

/** @throws DomainError `BAD_INPUT` unless a connector or settings are given. */
export function referenceOf({
  connectorId,
  kindId,
  settings,
  oauthKey,
}: ConnectorReferenceInput): ConnectorReference {
  const id = connectorId ? recordId(connectorId, { kind: "connector", field: "connectorId" }) : undefined;
  if (kindId) {
    return { kindId, settings: settings ?? {}, connectorId: id, oauthKey: oauthKey ?? undefined };
  }
  if (id !== undefined && !settings) return { connectorId: id };
  throw new DomainError("BAD_INPUT", "Expected connectorId, or kindId and settings.", {
    field: "connectorId",
  });
}

const StoreEntryKindEnum = enumType<StoreEntry["kind"]>("StoreEntryKind", "What a folder contains.", {
  file: "A file.",
  folder: "A folder, or a bucket.",
});

@ObjectType("StoreEntry", { description: "A file or folder of a store.", simpleResolvers: true })
export class StoreEntryType implements StoreEntry {
  @Field(() => StoreEntryKindEnum, { description: "File or folder." })
  readonly kind!: StoreEntry["kind"];

  @Field(() => String, { description: "Path from the root of the connection." })
  readonly path!: string;

  @Field(() => String, { description: "Name." })
  readonly name!: string;

  @Field(() => GraphQLNonNegativeFloat, { nullable: true, description: "Size; null if unknown." })
  readonly bytes!: number | undefined;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it last changed; null if unknown." })
  readonly modifiedAt!: Date | undefined;
}

const StoreEntryConnectionType = connectionType<StoreEntry>(StoreEntryType, {
  name: "StoreEntry",
  order: "folders first, by name",
});

const ConnectionFailureCodeEnum = enumType<ConnectionFailureCode>(
  "ConnectionFailureCode",
  "Why a connection could not be used.",
  {
    ACCESS_DENIED: "The target rejected the credentials, or they lack permissions.",
    REAUTHENTICATE: "The authorization is no longer valid.",
    NOT_FOUND: "The file, folder, bucket, database or table does not exist.",
    UNREACHABLE: "The target cannot be reached.",
    REFUSED_ADDRESS: "The service may not connect to this address.",
    DRIVER_MISSING: "The driver of this kind is not installed.",
    FAILED: "Any other error that the target reports.",
    TIMED_OUT: "The target did not respond in time.",
  },
);

@ObjectType("ConnectionFailure", {
  description: "Why a connection could not be used.",
  simpleResolvers: true,
})
export class ConnectionFailureType implements ConnectionFailure {
  @Field(() => ConnectionFailureCodeEnum, { description: "The reason." })
  readonly code!: ConnectionFailureCode;

  @Field(() => String, { description: "Human-readable message without secrets." })
  readonly message!: string;

  @Field(() => String, { description: "What to do about it." })
  readonly hint!: string;
}

@ObjectType("BrowseConnectorPayload", { description: "Result of `browseConnector`.", simpleResolvers: true })
export class BrowseConnectorPayload implements Pick<StoreListing, "truncated"> {
  @Field(() => StoreEntryConnectionType, {
    nullable: true,
    description: "Entries of the folder; null if it could not be listed.",
  })
  readonly entries!: Connection<StoreEntry> | null;

  @Field(() => Boolean, {
    description: "Whether the folder has more than 1,000 entries, of which the rest is not listed.",
  })
  readonly truncated!: boolean;

  @Field(() => ConnectionFailureType, { nullable: true, description: "Why it failed; null on success." })
  readonly failure!: ConnectionFailure | null;
}

@ObjectType("FileCount", { description: "Files that match a pattern.", simpleResolvers: true })
export class FileCountType implements FileCount {
  @Field(() => GraphQLNonNegativeInt, { description: "Number of files, at most 10,000." })
  readonly count!: number;

  @Field(() => Boolean, { description: "Whether all files were counted." })
  readonly complete!: boolean;

  @Field(() => [String], { description: "Paths of up to five of them." })
  readonly examples!: readonly string[];
}
