import type {
  CheckState,
  Expiring,
  ExtractionHost,
  Licence,
  QueueSample,
  QueueState,
  Replica,
  SystemReader,
} from "@galley/core/domain";
import {
  GraphQLDateTime,
  GraphQLNonNegativeFloat,
  GraphQLNonNegativeInt,
  GraphQLSafeInt,
} from "graphql-scalars";
import { Field, ID, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";

export const KeepTextEnum = enumType<SystemReader["retention"]["keepText"]>(
  "KeepText",
  "How long texts are kept.",
  {
    until_expiry: "Until they expire, whether they were retrieved or not.",
    until_retrieved: "Until they are retrieved, or expire.",
  },
);

const ReplicaRoleEnum = enumType<Replica["role"]>("ReplicaRole", "What a process of the service does.", {
  all: "Serves the APIs and reads documents.",
  serve: "Serves the APIs.",
  work: "Reads documents.",
});

@ObjectType("QueueSample", {
  description: "The queue of documents that wait to be read, at one time.",
  simpleResolvers: true,
})
export class QueueSampleType implements QueueSample {
  @Field(() => GraphQLDateTime, { description: "The minute." })
  readonly at!: Date;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of waiting documents." })
  readonly waiting!: number;

  @Field(() => GraphQLNonNegativeFloat, {
    description: "Seconds for which the oldest has been waiting; 0 if none is.",
  })
  readonly oldestSeconds!: number;
}

@ObjectType("QueueState", {
  description: "The queue of documents that wait to be read.",
  simpleResolvers: true,
})
export class QueueStateType implements QueueState {
  @Field(() => GraphQLNonNegativeInt, { description: "Number of waiting documents." })
  readonly waiting!: number;

  @Field(() => GraphQLNonNegativeFloat, {
    description: "Seconds for which the oldest has been waiting; 0 if none is.",
  })
  readonly oldestSeconds!: number;
}

@ObjectType("ExtractionHost", { description: "A child process that reads documents.", simpleResolvers: true })
export class ExtractionHostType implements ExtractionHost {
  @Field(() => GraphQLNonNegativeInt, { description: "Process id." })
  readonly pid!: number;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: "Resident memory in bytes; null if the operating system does not report it.",
  })
  readonly memoryBytes!: number | null;
}

@ObjectType("Replica", {
  description: "A running process of the service, as it reported within the last minute.",
  simpleResolvers: true,
})
export class ReplicaType {
  @Field(() => ID, { description: "Changes with every start." })
  readonly replicaId!: string;

  @Field(() => ReplicaRoleEnum, { description: "What it does." })
  readonly role!: Replica["role"];

  @Field(() => String, { description: "Its version." })
  readonly version!: string;

  @Field(() => GraphQLDateTime, { description: "When it was started." })
  readonly startedAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it last reported." })
  readonly seenAt!: Date;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Documents that it reads at a time; 0 if it reads none.",
  })
  readonly workers!: number;

  @Field(() => GraphQLSafeInt, { description: "Resident memory of the process itself in bytes." })
  readonly memoryBytes!: number;

  @Field(() => [ExtractionHostType], { description: "Its running extraction hosts." })
  readonly hosts!: readonly ExtractionHost[];

  @Field(() => GraphQLNonNegativeInt, {
    description: "How often one of its extraction hosts was restarted since it started.",
  })
  readonly hostRestarts!: number;
}

export function replicaOf({ id: replicaId, facts, ...replica }: Replica): ReplicaType {
  return { replicaId, ...replica, ...facts };
}

@ObjectType("ReadinessCheck", {
  description: "A part of the service on which its readiness depends.",
  simpleResolvers: true,
})
export class ReadinessCheckType implements CheckState {
  @Field(() => String, { description: "The part: database, queue, extraction or storage." })
  readonly name!: string;

  @Field(() => Boolean, { description: "Whether it works." })
  readonly ok!: boolean;

  @Field(() => String, { description: "What is wrong; empty if nothing is." })
  readonly message!: string;
}

@ObjectType("Licence", { description: "A dependency that the service contains.", simpleResolvers: true })
export class LicenceType implements Licence {
  @Field(() => String, { description: "Package name." })
  readonly name!: string;

  @Field(() => String, { description: "Version." })
  readonly version!: string;

  @Field(() => String, { description: "SPDX expression, or what the package states instead." })
  readonly licence!: string;
}

@ObjectType("RetentionSettings", {
  description: "How long texts and documents are kept; set by the operator.",
  simpleResolvers: true,
})
export class RetentionSettingsType {
  @Field(() => KeepTextEnum, { description: "GALLEY_KEEP_TEXT." })
  readonly keepText!: SystemReader["retention"]["keepText"];

  @Field(() => GraphQLNonNegativeInt, {
    description: "Seconds after a job is settled: GALLEY_RESULT_RETENTION_DAYS.",
  })
  readonly resultSeconds!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Seconds in which REST returns a retrieved text again: GALLEY_RETRIEVE_AGAIN_MINUTES.",
  })
  readonly retrieveAgainSeconds!: number;
}

@ObjectType("ExpiringDocuments", {
  description: "Documents of the organization that expire within the next 24 hours.",
  simpleResolvers: true,
})
export class ExpiringDocumentsType implements Expiring {
  @Field(() => GraphQLNonNegativeInt, { description: "Number of documents." })
  readonly documents!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the first expires; null if none does." })
  readonly next!: Date | null;
}

@ObjectType("System", { description: "The state of the service." })
export class SystemType {
  @Field(() => String, { description: "Version of the process that answers." })
  readonly version!: string;

  @Field(() => RetentionSettingsType, { description: "How long texts and documents are kept." })
  readonly retention!: SystemReader["retention"];
}
