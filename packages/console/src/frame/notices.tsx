import { ActionIcon, Button, Group, Indicator, Popover, ScrollArea, Stack, Text } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMutation, useQuery, useSubscription } from "urql";

import { graphql } from "../api/graphql.ts";
import type { NoticesQuery } from "../generated/graphql.ts";
import { RelativeTime } from "../parts/relative-time.tsx";

const NOTICES = graphql(`
  query Notices {
    notices(first: 30) {
      nodes {
        id
        message
        createdAt
        readAt
        recordId
        recordKind
      }
    }
  }
`);

const RECEIVED = graphql(`
  subscription NoticeReceived {
    noticeReceived {
      id
      message
      createdAt
      readAt
      recordId
      recordKind
    }
  }
`);

const MARK_READ = graphql(`
  mutation MarkNoticeRead($noticeId: ID!) {
    markNoticeRead(input: { noticeId: $noticeId }) {
      notice {
        id
        readAt
      }
    }
  }
`);

type Notice = NoticesQuery["notices"]["nodes"][number];

/** The caller's notices, as an inbox that fills by itself. */
export function Notices(): ReactNode {
  const [{ data }] = useQuery({ query: NOTICES });
  const [{ data: arrived = [] }] = useSubscription({ query: RECEIVED }, keepLatest);
  const [, markRead] = useMutation(MARK_READ);
  const notices = latestFirst([...arrived, ...(data?.notices.nodes ?? [])]);
  const unread = notices.filter(({ readAt }) => !readAt);
  const label = unread.length === 0 ? "Notices" : `Notices, ${unread.length} unread`;
  return (
    <Popover width={340} position="bottom-end" trapFocus returnFocus>
      <Indicator disabled={unread.length === 0} label={unread.length} size={16} offset={4}>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <IconBell aria-hidden size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label="Notices">
        {notices.length === 0 && (
          <Text c="var(--ink-faint)">Nothing yet. What people share with you appears here.</Text>
        )}
        <ScrollArea.Autosize mah={360}>
          <Stack gap="sm">
            {notices.map((notice) => (
              <NoticeEntry
                key={notice.id}
                notice={notice}
                onRead={() => void markRead({ noticeId: notice.id })}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function NoticeEntry({
  notice,
  onRead,
}: {
  readonly notice: Notice;
  readonly onRead: () => void;
}): ReactNode {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={notice.readAt ? 400 : 600}>{notice.message}</Text>
        <Text size="sm" c="var(--ink-faint)">
          <RelativeTime at={notice.createdAt} />
        </Text>
      </div>
      {!notice.readAt && (
        <Button size="compact-xs" variant="subtle" onClick={onRead}>
          Mark as read
        </Button>
      )}
    </Group>
  );
}

const MOST_KEPT = 30;

function keepLatest(
  kept: readonly Notice[] | undefined = [],
  { noticeReceived }: { readonly noticeReceived: Notice },
): readonly Notice[] {
  return [noticeReceived, ...kept].slice(0, MOST_KEPT);
}

/** A notice may be in the list and have arrived as well; the list's copy knows whether it was read. */
function latestFirst(notices: readonly Notice[]): readonly Notice[] {
  const byId = new Map(notices.map((notice) => [notice.id, notice]));
  return [...byId.values()].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}
