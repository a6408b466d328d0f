import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, type ReactNode } from "react";

const KeyList = lazy(() =>
  import("./key-list.tsx").then(({ KeyList: component }) => ({ default: component })),
);

/** Opens the list of keys with `?`; the list is loaded when it is first opened. */
export function Shortcuts({
  opened,
  onOpen,
  onClose,
}: {
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}): ReactNode {
  // Most keyboards need Shift for it.
  useHotkeys([
    ["shift+?", onOpen],
    ["?", onOpen],
  ]);
  return (
    opened && (
      <Suspense>
        <KeyList opened onClose={onClose} />
      </Suspense>
    )
  );
}
