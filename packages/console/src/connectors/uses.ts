import type { ConnectorRecord } from "./connector-queries.ts";

type Workflow = ConnectorRecord["workflows"][number];

/** The pipelines that use a connector, by name. */
export function pipelinesUsing({
  workflows,
}: Pick<ConnectorRecord, "workflows">): readonly Workflow["pipelines"][number][] {
  const byId = new Map(workflows.flatMap(({ pipelines }) => pipelines.map((one) => [one.id, one] as const)));
  return [...byId.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

/** The workflows that use it but belong to no pipeline that the caller can see. */
export function unseenUses({ workflows }: Pick<ConnectorRecord, "workflows">): readonly Workflow[] {
  return workflows.filter(({ pipelines }) => pipelines.length === 0);
}
