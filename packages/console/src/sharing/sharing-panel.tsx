import { Button, Group, MultiSelect, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useQuery, type CombinedError } from "urql";

import { graphql } from "../api/graphql.ts";
import { ApiError, messageOf } from "../parts/api-error.tsx";

const MEMBERS = graphql(`
  query MembersToShareWith {
    members {
      user {
        id
        name
        email
      }
    }
  }
`);

interface Person {
  readonly id: string;
  readonly name: string;
}

/** A record that can be shared, with who sees it. */
export interface SharedRecord {
  readonly createdBy: Person | null;
  readonly coOwners: readonly Person[];
  readonly viewers: readonly Person[];
  readonly sharedToOrganization: boolean;
  readonly mayManage: boolean;
}

/** Resolves to the error if it was refused. */
export type Share = (audience: {
  readonly userIds: string[];
  readonly toOrganization: boolean;
}) => Promise<CombinedError | undefined>;

/** The people who have access to a record; owners can change them. */
export function SharingPanel({
  record,
  meaning,
  share,
}: {
  readonly record: SharedRecord;
  /** The permissions that sharing gives, as a sentence. */
  readonly meaning: string;
  readonly share: Share;
}): ReactNode {
  return (
    <Stack maw={560}>
      <Text c="var(--ink-faint)">{meaning}</Text>
      <Text>
        Created by {record.createdBy?.name ?? "a service account"}
        {record.coOwners.length > 0 &&
          `; also owned by ${record.coOwners.map(({ name }) => name).join(", ")}`}
        . Managers can see and change every record.
      </Text>
      {record.mayManage ? <SharingForm record={record} share={share} /> : <Audience record={record} />}
    </Stack>
  );
}

function Audience({
  record: { sharedToOrganization, viewers },
}: {
  readonly record: SharedRecord;
}): ReactNode {
  if (sharedToOrganization) return <Text>Shared with everyone in the organization.</Text>;
  return (
    <Text>
      {viewers.length === 0
        ? "Shared with nobody else."
        : `Shared with ${viewers.map(({ name }) => name).join(", ")}.`}
    </Text>
  );
}

function SharingForm({ record, share }: { readonly record: SharedRecord; readonly share: Share }): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: MEMBERS });
  const [toOrganization, setToOrganization] = useState(record.sharedToOrganization);
  const [userIds, setUserIds] = useState<string[]>(record.viewers.map(({ id }) => id));
  const [saved, setSaved] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  if (error !== undefined) return <ApiError error={error} retry={() => reload()} />;
  if (data === undefined) return <Skeleton height={120} />;
  const owners = new Set([record.createdBy, ...record.coOwners].map((owner) => owner?.id));
  const people = data.members
    .map(({ user }) => user)
    .filter(({ id }) => !owners.has(id))
    .map(({ id, name, email }) => ({ value: id, label: name === email ? name : `${name} · ${email}` }));
  const save = async (): Promise<void> => {
    setIsSaving(true);
    const refused = await share({ userIds, toOrganization });
    setIsSaving(false);
    setSaved(refused === undefined ? "Saved." : messageOf(refused));
  };
  return (
    <>
      <Switch
        label="Everyone in the organization"
        checked={toOrganization}
        onChange={({ currentTarget }) => setToOrganization(currentTarget.checked)}
      />
      {!toOrganization && (
        <MultiSelect
          label="People"
          placeholder={userIds.length === 0 ? "Choose people" : ""}
          description={people.length === 0 ? "There is nobody else in the organization yet." : undefined}
          data={people}
          value={userIds}
          onChange={setUserIds}
          searchable
        />
      )}
      <Group>
        <Button onClick={() => void save()} loading={isSaving}>
          Save sharing
        </Button>
        <Text role="status">{saved}</Text>
      </Group>
    </>
  );
}
