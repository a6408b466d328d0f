import { List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { TextLink } from "../parts/links.ts";
import { WORKFLOW_PIPELINES, type ConnectorRecord } from "./connector-queries.ts";

/** The pipelines that read or write through a connector. */
export function WhereUsed({ workflows }: { readonly workflows: ConnectorRecord["workflows"] }): ReactNode {
  if (workflows.length === 0) return <Text>No pipeline uses this connector. It can be deleted.</Text>;
  return (
    <List>
      {workflows.map((workflow) => (
        <Use key={workflow.id} workflow={workflow} />
      ))}
    </List>
  );
}

function Use({
  workflow: { id, name },
}: {
  readonly workflow: ConnectorRecord["workflows"][number];
}): ReactNode {
  const [{ data }] = useQuery({ query: WORKFLOW_PIPELINES, variables: { workflowId: id } });
  const pipelines = data?.pipelines.nodes ?? [];
  if (pipelines.length === 0)
    return <List.Item>The workflow {name}, which no pipeline that you can see runs</List.Item>;
  return pipelines.map((pipeline) => (
    <List.Item key={pipeline.id}>
      <TextLink to="/pipelines/$pipelineId" params={{ pipelineId: pipeline.id }}>
        {pipeline.name}
      </TextLink>
    </List.Item>
  ));
}
