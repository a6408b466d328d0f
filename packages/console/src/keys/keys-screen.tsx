import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";
import { AccessTokens } from "./access-tokens.tsx";
import { ExtractionKeys } from "./extraction-keys.tsx";

export function KeysScreen(): ReactNode {
  const { tab = "keys" } = useSearch({ from: "/frame/keys" });
  const navigate = useNavigate();
  const show = (chosen: string | null): void =>
    void navigate({ to: "/keys", search: chosen === "tokens" ? { tab: chosen } : {} });
  return (
    <Screen title="Keys and tokens">
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="keys">Extraction keys</Tabs.Tab>
          <Tabs.Tab value="tokens">Access tokens</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="keys" pt="md">
          <ExtractionKeys />
        </Tabs.Panel>
        <Tabs.Panel value="tokens" pt="md">
          <AccessTokens />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}
