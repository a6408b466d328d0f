import { Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import { useAction } from "../parts/use-action.ts";
import classes from "./frame.module.css";
import { OrganizationItems } from "./organizations.tsx";
import { useViewer } from "./viewer.ts";

const SIGN_OUT = graphql(`
  mutation SignOut {
    signOut {
      signedOut
    }
  }
`);

const SCHEMES: readonly (readonly [MantineColorScheme, string])[] = [
  ["auto", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** Ends the session and leads to sign-in. */
export function useSignOut(): () => void {
  const { run } = useAction(SIGN_OUT);
  const signOut = async (): Promise<void> => {
    if (await run({})) location.replace("/console/sign-in");
  };
  return () => void signOut();
}

export function AccountMenu({ onShowKeys }: { readonly onShowKeys: () => void }): ReactNode {
  const { user, kind } = useViewer();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes["account"] ?? ""}>
          {user?.name ?? "Service account"} <IconChevronDown aria-hidden size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {user && <Menu.Label>{user.email}</Menu.Label>}
        <Menu.Item component={Link} to="/account">
          Sessions and passkeys
        </Menu.Item>
        <Menu.Item component="a" href="/docs/" target="_blank">
          Documentation
        </Menu.Item>
        <Menu.Item onClick={onShowKeys}>Keyboard shortcuts</Menu.Item>
        <OrganizationItems />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(([scheme, label]) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={scheme === colorScheme ? <IconCheck aria-label="chosen" size={14} /> : undefined}
          >
            {label}
          </Menu.Item>
        ))}
        {kind === "SESSION" && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={signOut}>Sign out</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
