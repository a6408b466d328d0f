import { Button, Code, Group, Stack, Switch, Table, Text, TextInput, Title } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { useViewer } from "../frame/viewer.ts";
import type { PipelineKeysQuery } from "../generated/graphql.ts";
import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import type { PipelineRecord } from "./pipeline-queries.ts";

type Key = NonNullable<PipelineKeysQuery["pipeline"]>["keys"][number];

const KEYS = graphql(`
  query PipelineKeys($id: ID!) {
    pipeline(id: $id) {
      id
      keys {
        id
        active
        description
        createdAt
        secret
      }
    }
  }
`);

const CREATE_KEY = graphql(`
  mutation CreatePipelineKey($input: CreatePipelineKeyInput!) {
    createPipelineKey(input: $input) {
      key {
        id
      }
    }
  }
`);

const UPDATE_KEY = graphql(`
  mutation UpdatePipelineKey($input: UpdatePipelineKeyInput!) {
    updatePipelineKey(input: $input) {
      key {
        id
        active
      }
    }
  }
`);

const DELETE_KEY = graphql(`
  mutation DeletePipelineKey($input: DeletePipelineKeyInput!) {
    deletePipelineKey(input: $input) {
      deletedId
    }
  }
`);

/** How programs run a pipeline: its public address, its keys, and the call as it is made. */
export function PipelineAddress({ pipeline }: { readonly pipeline: PipelineRecord }): ReactNode {
  const { organization } = useViewer();
  const [{ data, error }, reload] = useQuery({ query: KEYS, variables: { id: pipeline.id } });
  const refresh = (): void => reload({ requestPolicy: "network-only" });
  const address = `${location.origin}/deployment/pipeline/api/${organization.slug}/${pipeline.id}/`;
  const call = [
    `curl -X POST ${address} \\`,
    `  -H "Authorization: Bearer $PIPELINE_KEY" \\`,
    `  -F files=@document.pdf`,
  ].join("\n");
  return (
    <Stack maw={820}>
      <Text>
        Programs run this pipeline with a POST to its address and one of its keys. They can post up to 32
        files; without files, the pipeline reads its source.
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: "anywhere" }}>{address}</Code>
        <CopyButton value={address} what="the address" />
      </Group>
      <section aria-label="Example">
        <Group gap="xs" mb={4}>
          <Title order={2}>As curl</Title>
          <CopyButton value={call} what="the call" />
        </Group>
        <Code block tabIndex={0}>
          {call}
        </Code>
      </section>
      <Title order={2}>Keys</Title>
      {error !== undefined && <ApiError error={error} retry={refresh} />}
      {data === undefined && error === undefined && <TableSkeleton rows={2} />}
      {data?.pipeline && (
        <KeyTable keys={data.pipeline.keys} mayManage={pipeline.mayManage} onChanged={refresh} />
      )}
      {pipeline.mayManage && <NewKey pipelineId={pipeline.id} onCreated={refresh} />}
    </Stack>
  );
}

function KeyTable({
  keys,
  mayManage,
  onChanged,
}: {
  readonly keys: readonly Key[];
  readonly mayManage: boolean;
  readonly onChanged: () => void;
}): ReactNode {
  if (keys.length === 0)
    return <Text c="var(--ink-faint)">There is no key yet, so programs cannot run the pipeline.</Text>;
  return (
    <DataTable label="Keys of the pipeline" columns={["Description", "Key", "Created", "Active", ACTIONS]}>
      {keys.map((key) => (
        <KeyRow key={key.id} pipelineKey={key} mayManage={mayManage} onChanged={onChanged} />
      ))}
    </DataTable>
  );
}

function KeyRow({
  pipelineKey: { id, active, description, createdAt, secret },
  mayManage,
  onChanged,
}: {
  readonly pipelineKey: Key;
  readonly mayManage: boolean;
  readonly onChanged: () => void;
}): ReactNode {
  const update = useAction(UPDATE_KEY);
  const remove = useAction(DELETE_KEY, { done: "The key was deleted." });
  const name = description === "" ? "Key" : description;
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <Code>••••{secret.slice(-4)}</Code>
          {mayManage && <CopyButton value={secret} what="the key" />}
        </Group>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={createdAt} />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`${name} is accepted`}
          checked={active}
          disabled={!mayManage || update.busy}
          onChange={({ currentTarget }) => void update.run({ input: { id, active: currentTarget.checked } })}
        />
      </Table.Td>
      <Table.Td>
        {mayManage && (
          <ConfirmAction
            label="Delete"
            consequence="Programs that use this key can no longer run the pipeline."
            busy={remove.busy}
            onConfirm={() => void remove.run({ input: { id } }).then(onChanged)}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function NewKey({
  pipelineId,
  onCreated,
}: {
  readonly pipelineId: string;
  readonly onCreated: () => void;
}): ReactNode {
  const { run, busy } = useAction(CREATE_KEY, { done: "The key was created." });
  const [description, setDescription] = useState("");
  const create = async (): Promise<void> => {
    if ((await run({ input: { pipelineId, description } })) === undefined) return;
    setDescription("");
    onCreated();
  };
  return (
    <Group align="flex-end">
      <TextInput
        label="Description of a new key"
        value={description}
        maxLength={255}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <Button variant="default" loading={busy} onClick={() => void create()}>
        Create key
      </Button>
    </Group>
  );
}
