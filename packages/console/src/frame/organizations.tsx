import { Button, Container, Menu, Stack, Text, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { useAction } from "../parts/use-action.ts";
import { useViewer } from "./viewer.ts";

const ORGANIZATIONS = graphql(`
  query Organizations {
    organizations {
      id
      slug
    }
  }
`);

const CHOOSE = graphql(`
  mutation ChooseOrganization($id: ID!) {
    chooseOrganization(input: { organizationId: $id }) {
      organization {
        id
      }
    }
  }
`);

/** Instead of the console, for people who belong to several organizations and have not chosen one. */
export function ChooseOrganization({ signOut }: { readonly signOut: () => void }): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: ORGANIZATIONS, requestPolicy: "network-only" });
  const { run, busy } = useAction(CHOOSE);
  useEffect(() => {
    document.title = "Choose an organization · Galley";
  }, []);
  const choose = async (id: string): Promise<void> => {
    if (await run({ id })) location.reload();
  };
  return (
    <Container component="main" size="xs" py="xl">
      <Stack>
        <Title order={1}>Choose an organization</Title>
        {error !== undefined && (
          <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
        )}
        {data?.organizations.length === 0 && (
          <Text>You belong to no organization. Ask a manager of yours to add you.</Text>
        )}
        {data?.organizations.map(({ id, slug }) => (
          <Button key={id} variant="default" disabled={busy} onClick={() => void choose(id)}>
            {slug}
          </Button>
        ))}
        <Button variant="subtle" onClick={signOut}>
          Sign out
        </Button>
      </Stack>
    </Container>
  );
}

/** The items of a menu that lead to the caller's other organizations; nothing if there are none. */
export function OrganizationItems(): ReactNode {
  const { organization } = useViewer();
  const [{ data }] = useQuery({ query: ORGANIZATIONS });
  const { run } = useAction(CHOOSE);
  if (data === undefined || data.organizations.length < 2) return null;
  const choose = async (id: string): Promise<void> => {
    // Loaded anew, so that nothing of the other organization is left in memory.
    if (await run({ id })) location.assign("/console/");
  };
  return (
    <>
      <Menu.Label>Organization</Menu.Label>
      {data.organizations.map(({ id, slug }) => (
        <Menu.Item
          key={id}
          onClick={() => void choose(id)}
          rightSection={id === organization.id ? <IconCheck aria-label="chosen" size={14} /> : undefined}
        >
          {slug}
        </Menu.Item>
      ))}
    </>
  );
}
