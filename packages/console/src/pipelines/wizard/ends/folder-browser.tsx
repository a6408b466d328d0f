import { Breadcrumbs, Button, Group, Paper, Skeleton, Text, UnstyledButton } from "@mantine/core";
import { IconFile, IconFolder } from "@tabler/icons-react";
import { useEffect, useState, type ReactNode } from "react";
import { useMutation } from "urql";

import type { BrowseConnectorMutation } from "../../../generated/graphql.ts";
import { ApiError } from "../../../parts/api-error.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import { BROWSE } from "../store-queries.ts";
import classes from "../wizard.module.css";

type Listing = BrowseConnectorMutation["browseConnector"];

/** Walks through the folders of a store. Choosing a file is for those that ask for one. */
export function FolderBrowser({
  connectorId,
  start = "",
  chooseLabel,
  onChoose,
  onChooseFile,
}: {
  readonly connectorId: string;
  readonly start?: string;
  readonly chooseLabel?: string;
  readonly onChoose?: (folder: string) => void;
  readonly onChooseFile?: (path: string) => void;
}): ReactNode {
  const [folder, setFolder] = useState(start);
  const [{ error, fetching }, browse] = useMutation(BROWSE);
  const [listing, setListing] = useState<Listing>();
  useEffect(() => {
    let isCurrent = true;
    const list = async (): Promise<void> => {
      const { data } = await browse({ input: { connectorId, folder } });
      if (isCurrent) setListing(data?.browseConnector);
    };
    void list();
    return () => {
      isCurrent = false;
    };
  }, [browse, connectorId, folder]);
  return (
    <Paper withBorder p="sm" role="group" aria-label="Folders of the store">
      <Group justify="space-between" mb="xs">
        <FolderPath folder={folder} onOpen={setFolder} />
        {onChoose !== undefined && (
          <Button size="xs" variant="light" onClick={() => onChoose(folder)}>
            {chooseLabel}
          </Button>
        )}
      </Group>
      {error !== undefined && <ApiError error={error} />}
      {listing?.failure && <FailureNotice failure={listing.failure} />}
      {fetching && listing === undefined && <Skeleton height={120} />}
      {listing?.entries && (
        <Entries listing={listing} onOpen={setFolder} onChooseFile={onChooseFile} isBusy={fetching} />
      )}
    </Paper>
  );
}

function FolderPath({
  folder,
  onOpen,
}: {
  readonly folder: string;
  readonly onOpen: (folder: string) => void;
}): ReactNode {
  const parts = folder.split("/").filter((part) => part !== "");
  return (
    <Breadcrumbs>
      <UnstyledButton className={classes["crumb"] ?? ""} onClick={() => onOpen("")}>
        Root
      </UnstyledButton>
      {parts.map((part, index) => (
        <UnstyledButton
          key={parts.slice(0, index + 1).join("/")}
          className={classes["crumb"] ?? ""}
          onClick={() => onOpen(parts.slice(0, index + 1).join("/"))}
        >
          {part}
        </UnstyledButton>
      ))}
    </Breadcrumbs>
  );
}

function Entries({
  listing,
  isBusy,
  onOpen,
  onChooseFile,
}: {
  readonly listing: Listing;
  readonly isBusy: boolean;
  readonly onOpen: (folder: string) => void;
  readonly onChooseFile: ((path: string) => void) | undefined;
}): ReactNode {
  const nodes = listing.entries?.nodes ?? [];
  if (nodes.length === 0) return <Text c="var(--ink-faint)">This folder is empty.</Text>;
  return (
    <ul className={classes["entries"]} aria-busy={isBusy}>
      {nodes.map(({ kind, name, path }) => (
        <li key={path}>
          {kind === "FILE" && onChooseFile === undefined ? (
            <span className={classes["entry"]}>
              <IconFile size={16} aria-label="File" role="img" /> {name}
            </span>
          ) : (
            <UnstyledButton
              className={classes["entry"] ?? ""}
              onClick={() => (kind === "FILE" ? onChooseFile?.(path) : onOpen(path))}
            >
              {kind === "FILE" ? (
                <IconFile size={16} aria-label="File" role="img" />
              ) : (
                <IconFolder size={16} aria-label="Folder" role="img" />
              )}{" "}
              {name}
            </UnstyledButton>
          )}
        </li>
      ))}
      {(listing.truncated || nodes.length === 100) && (
        <li>
          <Text size="sm" c="var(--ink-faint)">
            Only the first entries are shown. Type the path of a folder that is not among them.
          </Text>
        </li>
      )}
    </ul>
  );
}
