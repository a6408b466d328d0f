import type { RunningService } from "../service.ts";

/** A response of the management area, whose JSON is read by path: `at("results", 0, "id")`. */
export interface ManagementAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly at: (...path: readonly (string | number)[]) => unknown;
}

/** Calls the management area of the first organization with the first token. */
export async function callManagement(
  { url, accessToken }: Pick<RunningService, "url" | "accessToken">,
  call: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`,
  body?: unknown,
): Promise<ManagementAnswer> {
  const [method = "GET", path = "/"] = call.split(" ");
  const answer = await fetch(`${url}/api/v1/service/default${path}`, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: answer.status, json, at: (...places) => inside(json, places) };
}

function inside(json: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((part, place) => Reflect.get(Object(part), place), json);
}
