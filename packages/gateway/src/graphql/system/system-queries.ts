import type {
  CheckState,
  Expiring,
  Licence,
  QueueSample,
  QueueState,
  SystemReader,
} from "@galley/core/domain";
import { Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import {
  ExpiringDocumentsType,
  LicenceType,
  QueueSampleType,
  QueueStateType,
  ReadinessCheckType,
  replicaOf,
  ReplicaType,
  SystemType,
} from "./system-type.ts";

@Resolver(() => SystemType)
export class SystemQueries {
  @Query(() => SystemType, {
    description: "The state of the service. FORBIDDEN for all but managers and service accounts.",
  })
  system(@Ctx() context: RequestContext): SystemReader {
    return context.application.system.open(callerOf(context));
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether several organizations share the service. Then `queue` counts the documents of the caller's organization, and `queueSamples` and `replicas` are empty.",
  })
  shared(@Root() system: SystemReader): Promise<boolean> {
    return system.isShared();
  }

  @FieldResolver(() => QueueStateType, { description: "The queue of documents that wait to be read." })
  queue(@Ctx() context: RequestContext, @Root() system: SystemReader): Promise<QueueState> {
    return system.queue(callerOf(context).organizationId);
  }

  @FieldResolver(() => [QueueSampleType], {
    description: "The queue in the last hour, once a minute, oldest first.",
  })
  queueSamples(@Root() system: SystemReader): Promise<readonly QueueSample[]> {
    return system.queueSamples();
  }

  @FieldResolver(() => [ReplicaType], { description: "The running processes of the service, oldest first." })
  async replicas(@Root() system: SystemReader): Promise<readonly ReplicaType[]> {
    return (await system.replicas()).map(replicaOf);
  }

  @FieldResolver(() => [String], {
    description: "Codes of the OCR languages that are installed where the request is answered.",
  })
  languages(@Root() system: SystemReader): Promise<readonly string[]> {
    return system.languages();
  }

  @FieldResolver(() => [ReadinessCheckType], {
    description: "The readiness checks of the process that answers.",
  })
  checks(@Root() system: SystemReader): Promise<readonly CheckState[]> {
    return system.checks();
  }

  @FieldResolver(() => [LicenceType], {
    description: "The dependencies that the service contains, by name, with their licences.",
  })
  licences(@Root() system: SystemReader): Promise<readonly Licence[]> {
    return system.licences();
  }

  @FieldResolver(() => ExpiringDocumentsType, {
    description: "Documents of the organization that expire within the next 24 hours.",
  })
  expiring(@Ctx() context: RequestContext, @Root() system: SystemReader): Promise<Expiring> {
    return system.expiring(callerOf(context).organizationId);
  }
}
