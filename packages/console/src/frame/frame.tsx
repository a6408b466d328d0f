import { AppShell, Burger, Center, Container, Group, Loader, Text, Title } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { Link, Outlet, useRouter } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, type ReactNode } from "react";
import { useQuery } from "urql";

import { onRefused } from "../api/connection.ts";
import { LiveJobsProvider } from "../documents/live/live-jobs-context.tsx";
import { ApiError, codeOf } from "../parts/api-error.tsx";
import { AccountMenu, useSignOut } from "./account-menu.tsx";
import classes from "./frame.module.css";
import { Navigation } from "./navigation.tsx";
import { Notices } from "./notices.tsx";
import { ChooseOrganization } from "./organizations.tsx";
import { Palette } from "./palette.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { RunningIndicator } from "./running-indicator.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { VIEWER, ViewerContext } from "./viewer.ts";

/** Header, navigation and the screen of the current address, for callers who are signed in. */
export function Frame(): ReactNode {
  const [{ data, error, fetching }, reload] = useQuery({ query: VIEWER });
  const [open, { toggle, close }] = useDisclosure(false);
  const signOut = useSignOut();
  const burger = useRef<HTMLButtonElement>(null);
  const [keysShown, keys] = useDisclosure(false);
  const closeByKey = (): void => {
    if (open) burger.current?.focus();
    close();
  };
  useHotkeys([["Escape", closeByKey]]);
  useEffect(() => onRefused(() => reload({ requestPolicy: "network-only" })), [reload]);
  if (error !== undefined && codeOf(error) === "UNAUTHENTICATED") return <ToSignIn />;
  if (error !== undefined && codeOf(error) === "FORBIDDEN") return <ChooseOrganization signOut={signOut} />;
  if (error !== undefined)
    return (
      <Container size="sm" py="xl">
        <Title order={1} mb="md">
          Galley
        </Title>
        <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      </Container>
    );
  if (data === undefined) return fetching ? <Waiting /> : null;
  return (
    <ViewerContext value={data.viewer}>
      <LiveJobsProvider>
        <AppShell
          header={{ height: 48 }}
          navbar={{ width: 200, breakpoint: "sm", collapsed: { mobile: !open } }}
          padding="lg"
        >
          <a className={classes["skip"]} href="#content">
            Skip to content
          </a>
          <AppShell.Header className={classes["bar"]}>
            <Group h="100%" px="md" justify="space-between" wrap="nowrap">
              <Group gap="sm" wrap="nowrap">
                <Burger
                  ref={burger}
                  opened={open}
                  onClick={toggle}
                  hiddenFrom="sm"
                  size="sm"
                  aria-label="Navigation"
                  aria-expanded={open}
                />
                <Link to="/" className={classes["brand"] ?? ""}>
                  Galley
                </Link>
                <Text c="var(--ink-faint)" truncate className={classes["wide"] ?? ""}>
                  {data.viewer.organization.slug}
                </Text>
              </Group>
              <Group gap="sm" wrap="nowrap">
                <Palette />
                <RunningIndicator />
                <Notices />
                <AccountMenu onShowKeys={keys.open} />
              </Group>
            </Group>
          </AppShell.Header>
          <AppShell.Navbar className={`${classes["bar"]} ${classes["screens"]}`} data-open={open} p="xs">
            <Navigation onNavigate={close} />
          </AppShell.Navbar>
          <AppShell.Main id="content" className={classes["content"] ?? ""}>
            <ConnectionBanner />
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          </AppShell.Main>
        </AppShell>
        <Shortcuts opened={keysShown} onOpen={keys.open} onClose={keys.close} />
      </LiveJobsProvider>
    </ViewerContext>
  );
}

/** Leads to sign-in once, and from there back. */
function ToSignIn(): ReactNode {
  const router = useRouter();
  useEffect(() => {
    const { href } = router.state.location;
    void router.navigate({ to: "/sign-in", search: { returnTo: href }, replace: true });
  }, [router]);
  return null;
}

function Waiting(): ReactNode {
  return (
    <Center h={200} className={classes["late"] ?? ""}>
      <Loader size="sm" role="status" aria-label="Loading" />
    </Center>
  );
}
