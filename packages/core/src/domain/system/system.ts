import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import type { TextLifetime } from "../jobs/result/text-lifetime.ts";

/**
 * The state of the service, for managers. Every method reads only what it returns. Several organizations share a
 * service without seeing one another's load: then the queue is the caller's own, and there are neither samples nor
 * replicas.
 */
export interface SystemReader {
  readonly version: string;
  readonly retention: TextLifetime;
  /** Whether several organizations share the service. */
  isShared(): Promise<boolean>;
  /** The extraction queue; of the organization if the service is shared. */
  queue(organizationId: string): Promise<QueueState>;
  /** One sample a minute of the last hour, oldest first; empty if the service is shared. */
  queueSamples(): Promise<readonly QueueSample[]>;
  /** The processes of the service that are running; empty if the service is shared. */
  replicas(): Promise<readonly Replica[]>;
  /** Codes of the installed OCR languages, sorted. */
  languages(): Promise<readonly string[]>;
  /** The readiness checks of the process that answers. */
  checks(): Promise<readonly CheckState[]>;
  /** The dependencies that the service contains, by name. */
  licences(): Promise<readonly Licence[]>;
  /** Documents of an organization that expire within the next 24 hours. */
  expiring(organizationId: string): Promise<Expiring>;
}

export interface QueueState {
  /** Documents that are due and not yet taken. */
  readonly waiting: number;
  /** How long the oldest of them has been due; 0 if there is none. */
  readonly oldestSeconds: number;
}

export interface QueueSample extends QueueState {
  readonly at: Date;
}

/** A process of the service. */
export interface Replica {
  readonly id: string;
  readonly role: "all" | "serve" | "work";
  readonly version: string;
  readonly startedAt: Date;
  /** When it last reported. */
  readonly seenAt: Date;
  readonly facts: ReplicaFacts;
}

export interface ReplicaFacts {
  /** Documents that it reads at a time; 0 if it reads none. */
  readonly workers: number;
  /** Resident memory of the process itself in bytes. */
  readonly memoryBytes: number;
  readonly hosts: readonly ExtractionHost[];
  /** How often an extraction host was restarted since the process started. */
  readonly hostRestarts: number;
}

/** A child process that reads documents. */
export interface ExtractionHost {
  readonly pid: number;
  /** Resident memory; null if the operating system does not report it. */
  readonly memoryBytes: number | null;
}

export interface CheckState {
  readonly name: string;
  readonly ok: boolean;
  /** What is wrong; "" if nothing is. */
  readonly message: string;
}

/** A dependency and its licence, as an SPDX expression if its author states one. */
export interface Licence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

export interface Expiring {
  readonly documents: number;
  /** When the first of them expires; null if there is none. */
  readonly next: Date | null;
}

export interface System {
  /** @throws DomainError `FORBIDDEN` for all but managers. */
  open(caller: Caller): SystemReader;
}

export function createSystem(reader: SystemReader | undefined): System {
  return {
    open(caller) {
      assertMay(caller, "see the system");
      if (!reader) throw new Error("The application was composed without a system reader.");
      return reader;
    },
  };
}
