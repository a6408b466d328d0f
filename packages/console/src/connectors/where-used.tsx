import { List, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { TextLink } from "../parts/links.ts";
import type { ConnectorRecord } from "./connector-queries.ts";
import { pipelinesUsing, unseenUses } from "./uses.ts";

/** The pipelines that read or write through a connector. */
export function WhereUsed({ connector }: { readonly connector: ConnectorRecord }): ReactNode {
  const pipelines = pipelinesUsing(connector);
  const unseen = unseenUses(connector);
  if (pipelines.length + unseen.length === 0)
    return <Text>No pipeline uses this connector. It can be deleted.</Text>;
  return (
    <List>
      {pipelines.map(({ id, name }) => (
        <List.Item key={id}>
          <TextLink to="/pipelines/$pipelineId" params={{ pipelineId: id }}>
            {name}
          </TextLink>
        </List.Item>
      ))}
      {unseen.map(({ id, name }) => (
        <List.Item key={id}>The workflow {name}, which none of the pipelines that you can see runs</List.Item>
      ))}
    </List>
  );
}
