import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { z } from "zod";
import type { Environment } from "./buildah.ts";

const composeSchema = z.object({
  services: z.record(z.string(), z.looseObject({ environment: z.record(z.string(), z.string()).optional() })),
});

/** The variables of a service of the compose file, filled in from `dotEnv`. @throws Error if a required one is missing. */
export async function environmentInCompose(service: string, dotEnv: Environment): Promise<Environment> {
  const text = await readFile(new URL("../../deploy/compose.yaml", import.meta.url), "utf8");
  const { services } = composeSchema.parse(parse(text, { merge: true }));
  const environment = Object.entries(services[service]?.environment ?? {});
  return Object.fromEntries(environment.map(([name, value]) => [name, filledIn(value, dotEnv)]));
}

function filledIn(text: string, dotEnv: Environment): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    const value = dotEnv[name] ?? (kind === "-" ? rest : undefined);
    if (value === undefined) throw new Error(`${name} is required by the compose file: ${rest}`);
    return value;
  });
}
