import { SimpleGrid, Stack, Text, TextInput, Title, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

import type { ConnectorKind } from "./connector-queries.ts";
import classes from "./connectors.module.css";
import { KindPicture } from "./kind-picture.tsx";

const GROUPS = [
  { mode: "FILE_SYSTEM", title: "Files" },
  { mode: "DATABASE", title: "Databases" },
] as const;

/** The kinds as cards with their pictures, to choose one. */
export function KindCatalogue({
  kinds,
  onChoose,
}: {
  readonly kinds: readonly ConnectorKind[];
  readonly onChoose: (kind: ConnectorKind) => void;
}): ReactNode {
  const [sought, setSought] = useState("");
  const found = kinds.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  return (
    <Stack>
      <TextInput
        type="search"
        aria-label="Search kinds"
        placeholder="What do you want to connect to?"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={sought}
        onChange={({ currentTarget }) => setSought(currentTarget.value)}
        maw={360}
      />
      {found.length === 0 && <Text>No kind of connector matches “{sought}”.</Text>}
      {GROUPS.map(({ mode, title }) => {
        const shown = found.filter((kind) => kind.mode === mode);
        return (
          shown.length > 0 && (
            <section key={mode} aria-label={title}>
              <Title order={2} mb="xs">
                {title}
              </Title>
              <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
                {shown.map((kind) => (
                  <KindCard key={kind.id} kind={kind} onChoose={onChoose} />
                ))}
              </SimpleGrid>
            </section>
          )
        );
      })}
    </Stack>
  );
}

function KindCard({
  kind,
  onChoose,
}: {
  readonly kind: ConnectorKind;
  readonly onChoose: (kind: ConnectorKind) => void;
}): ReactNode {
  return (
    <UnstyledButton className={classes["card"] ?? ""} onClick={() => onChoose(kind)}>
      <KindPicture icon={kind.icon} size={36} />
      <span>
        <Text fw={600} component="span" display="block">
          {kind.name}
        </Text>
        <Text size="sm" c="var(--ink-faint)" component="span">
          {kind.description}
          {!kind.canRead && "; results only"}
          {!kind.canWrite && "; documents only"}
        </Text>
      </span>
    </UnstyledButton>
  );
}
