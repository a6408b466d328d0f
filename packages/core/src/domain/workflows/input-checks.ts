import { DomainError } from "../domain-error.ts";
import type { JobOptions } from "../jobs/job.ts";
import { badOption, jobOptionsOf } from "../jobs/job-options.ts";
import type { Viewer } from "../jobs/jobs.ts";
import { destinationSchema, type SchemaPorts } from "./destination-schema.ts";
import { checkConfiguration } from "./endpoint-configuration.ts";
import type { ConnectionType, WorkflowEndpoint } from "./workflow.ts";

/** Why an input would be rejected. */
export interface InputProblem {
  /** The invalid field, as the error names it. */
  readonly field: string;
  /** The message that the call would be rejected with. */
  readonly message: string;
}

/** Checks inputs while they are typed, with the rules and messages of the calls that store them. */
export interface InputChecks {
  /** Also checks that the languages are installed where the call is answered. */
  optionProblem(options: object): Promise<InputProblem | undefined>;
  endpointProblem(viewer: Viewer, endpoint: EndpointInput): Promise<InputProblem | undefined>;
}

/** An endpoint that is about to be stored. */
export interface EndpointInput extends Pick<WorkflowEndpoint, "configuration" | "direction"> {
  readonly connection: ConnectionType;
}

/** @throws ExtractionError `BAD_OPTION` if a language is not installed and the options refuse that. */
export type CheckLanguages = (options: JobOptions) => Promise<void>;

export function createInputChecks(
  ports: SchemaPorts,
  checkLanguages: CheckLanguages = async () => {},
): InputChecks {
  return {
    optionProblem: (options) => problemOf(async () => checkLanguages(jobOptionsOf(options))),
    endpointProblem: (viewer, endpoint) =>
      problemOf(async () => {
        const { direction, connection, configuration } = endpoint;
        checkConfiguration(direction, connection, configuration);
        if (direction === "destination") await destinationSchema(ports, viewer, endpoint);
      }),
  };
}

async function problemOf(check: () => Promise<void>): Promise<InputProblem | undefined> {
  try {
    await check();
    return undefined;
  } catch (cause) {
    const error = badOption(cause);
    if (!(error instanceof DomainError) || error.code !== "BAD_INPUT") throw error;
    return { field: error.field ?? "", message: error.message };
  }
}
