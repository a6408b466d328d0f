import { z } from "zod";
import { OtherAnswer, type Answer } from "../http/endpoint.ts";
import type { Admission } from "./admission.ts";
import { readJson } from "./json.ts";
import { notFound, refusalAnswer, type DocumentedFields } from "./management-errors.ts";
import { parseMembers } from "./members.ts";
import type { Visit } from "./visit.ts";

export type ManagementMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of the management API, below the path of an organization. */
interface ManagementDefinition<Query extends z.ZodType, Result extends z.ZodType> {
  readonly method: ManagementMethod;
  /** Such as "/pipeline/{id}/"; callers may omit the final slash. */
  readonly path: `/${string}/`;
  /** What the call does, in one sentence for the reference. */
  readonly summary: string;
  /** The kind of record that each UUID of the path names: "Pipeline" for `id`. A malformed UUID is not found. */
  readonly records?: Readonly<Record<string, string>>;
  /** Checks permissions for the record that the path names. By default, everyone who passes the gate is admitted. */
  readonly admit?: Admission;
  /** Parameters are strings; unknown ones are ignored. */
  readonly query: Query;
  /** A schema describes JSON, which `handle` reads with `call.json`; "raw" leaves the request's body to `handle`. */
  readonly body: z.ZodType | "none" | "raw";
  /** The successful response; `z.undefined()` if it has no body. */
  readonly response: { readonly status: number; readonly body: Result };
  /** The description of the endpoint's documented 500; most have none. */
  readonly fails?: string | undefined;
  /** The documented names of domain fields, for refusals. */
  readonly fields?: DocumentedFields;
  /**
   * @throws DomainError, ManagementRefusal and GateRefusal, which are sent to the caller; any other error is a fault.
   */
  handle(call: ManagementCall<z.output<Query>>): Promise<z.output<Result> | OtherAnswer>;
}

/** A call that has passed the gate. */
export interface ManagementCall<Query = unknown> extends Visit {
  readonly query: Query;
  /** The values of the path's placeholders. */
  readonly params: Readonly<Record<string, string>>;
  /** Parses the body. @throws ManagementRefusal that names each invalid member. */
  readonly json: <Schema extends z.ZodType>(schema: Schema) => Promise<z.output<Schema>>;
}

/** A definition without its type parameters, ready to be mounted and described. */
export interface ManagementEndpoint extends Pick<
  ManagementDefinition<z.ZodType, z.ZodType>,
  "method" | "path" | "summary" | "query" | "body" | "response" | "fails"
> {
  /** Returns refusals as answers; throws only faults of the service. */
  answer(visit: Visit, params: Readonly<Record<string, string>>): Promise<Answer>;
}

export function managementEndpoint<Query extends z.ZodType, Result extends z.ZodType>(
  definition: ManagementDefinition<Query, Result>,
): ManagementEndpoint {
  const { method, path, summary, records = {}, query, body, response, fails, fields, admit } = definition;
  return {
    method,
    path,
    summary,
    query,
    body,
    response,
    fails,
    async answer(visit, params) {
      try {
        for (const [name, what] of Object.entries(records)) {
          if (!z.guid().safeParse(params[name]).success) throw notFound(what);
        }
        await admit?.(visit, params);
        // A parameter without a value counts as absent.
        const written = Object.fromEntries(
          [...new URL(visit.url).searchParams].filter(([, value]) => value !== ""),
        );
        const answer = await definition.handle({
          ...visit,
          params,
          query: parseMembers(query, written),
          json: async (schema) => parseMembers(schema, await readJson(visit.request)),
        });
        return answer instanceof OtherAnswer ? answer : { status: response.status, body: answer };
      } catch (error) {
        const refusal = refusalAnswer(error, fields);
        if (!refusal) throw error;
        return refusal;
      }
    },
  };
}
