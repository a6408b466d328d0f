import { z } from "zod";
import { OtherAnswer, type Answer } from "../endpoint.ts";
import type { Admission } from "./admission.ts";
import { readJson } from "./json.ts";
import { notFound, refusalAnswer, type DocumentedFields } from "./management-errors.ts";
import { parseMembers } from "./members.ts";
import type { Visit } from "./visit.ts";

export type ManagementMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of the management area, below the address of an organization. */
interface ManagementDefinition<Query extends z.ZodType, Result extends z.ZodType> {
  readonly method: ManagementMethod;
  /** Such as "/pipeline/{id}/"; callers may leave out the slash at the end. */
  readonly path: `/${string}/`;
  /** What it does, in a sentence for the reference. */
  readonly summary: string;
  /** The kind of record that each UUID of the path names: "Pipeline" for `id`. One that is none is not found. */
  readonly records?: Readonly<Record<string, string>>;
  /** Whom it is for, where it changes a record that the path names. Default: whoever came through the gate. */
  readonly admit?: Admission;
  /** Parameters are written as strings; those that it does not know are ignored. */
  readonly query: Query;
  /** A schema describes JSON, which `handle` reads by `call.json`; "raw" leaves the request's body to it. */
  readonly body: z.ZodType | "none" | "raw";
  /** The answer of success; `z.undefined()` for one without a body. */
  readonly response: { readonly status: number; readonly body: Result };
  /** What the documented 500 of the endpoint says; most have none. */
  readonly fails?: string | undefined;
  /** What fields of the domain that refusals name are called here. */
  readonly fields?: DocumentedFields;
  /** @throws DomainError, ManagementRefusal and GateRefusal, which are answered; anything else is a fault. */
  handle(call: ManagementCall<z.output<Query>>): Promise<z.output<Result> | OtherAnswer>;
}

/** A call that came through the gate. */
export interface ManagementCall<Query = unknown> extends Visit {
  readonly query: Query;
  /** The path's placeholders. */
  readonly params: Readonly<Record<string, string>>;
  /** Reads the body. @throws ManagementRefusal that names each member that is wrong. */
  readonly json: <Schema extends z.ZodType>(schema: Schema) => Promise<z.output<Schema>>;
}

/** A definition with its types folded away, ready to be mounted and described. */
export interface ManagementEndpoint extends Pick<
  ManagementDefinition<z.ZodType, z.ZodType>,
  "method" | "path" | "summary" | "query" | "body" | "response" | "fails"
> {
  /** Refusals are answers; what is thrown is a fault of the service. */
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
