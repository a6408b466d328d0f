/** What comes before the subject of a path. */
const AREA = /^\/(?:api\/v2|v1|api\/v1\/service\/\{org_id\}|api\/v1)\//;

const VERBS: Readonly<Record<string, string>> = {
  POST: "create",
  PUT: "replace",
  PATCH: "update",
  DELETE: "delete",
};

/** Last parts of paths that say what is done rather than with what. */
const ACTIONS = new Set(["share", "rotate", "execute", "test_connectors"]);

/**
 * The name of a call as a method of a generated client: `whisperStatus`, `listPipelines`, `updatePipeline`. Calls of
 * the extraction API are named as their paths, with `V1` behind those of version 1.
 */
export function operationId(method: string, path: string, isOnlyMethod: boolean): string {
  const parts = path.replace(AREA, "").split("/").filter(Boolean);
  if (isExtraction(path)) return extractionId(method, { path, name: parts.join("-"), isOnlyMethod });
  const nouns = parts.filter((part) => !isParameter(part));
  const last = nouns.at(-1) ?? "";
  if (parts.at(-1) === `{${last}_id}`) {
    const listed =
      method === "GET"
        ? ["list", ...plural(nouns.slice(0, -1))]
        : ["create", ...singular(nouns.slice(0, -1))];
    return camelCase([...listed, "of", last]);
  }
  if (method === "POST" && ACTIONS.has(last)) return camelCase([last, ...singular(nouns.slice(0, -1))]);
  if (method === "GET") {
    const isItem = isParameter(parts.at(-1) ?? "") || parts.length === 0;
    return isItem ? camelCase(["get", ...singular(nouns)]) : camelCase(["list", ...plural(nouns)]);
  }
  return camelCase([VERBS[method] ?? method.toLowerCase(), ...singular(nouns)]);
}

function isExtraction(path: string): boolean {
  return path.startsWith("/api/v2/") || path.startsWith("/v1/");
}

function extractionId(
  method: string,
  {
    path,
    name,
    isOnlyMethod,
  }: { readonly path: string; readonly name: string; readonly isOnlyMethod: boolean },
): string {
  const verb = VERBS[method] ?? "get";
  return camelCase([...(isOnlyMethod ? [] : [verb]), name]) + (path.startsWith("/v1/") ? "V1" : "");
}

function isParameter(part: string): boolean {
  return part.startsWith("{");
}

function singular(nouns: readonly string[]): readonly string[] {
  return nouns.map((noun, index) => (index === nouns.length - 1 ? noun.replace(/(?<!s)s$/, "") : noun));
}

function plural(nouns: readonly string[]): readonly string[] {
  return nouns.map((noun, index) => (index === nouns.length - 1 && !noun.endsWith("s") ? `${noun}s` : noun));
}

function camelCase(parts: readonly string[]): string {
  const [first = "", ...rest] = parts.flatMap((part) => part.split(/[^a-z0-9]+/i)).filter(Boolean);
  return first.toLowerCase() + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
