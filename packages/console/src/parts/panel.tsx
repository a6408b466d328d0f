import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

/** A side panel over the screen, for what is created or edited without leaving the list. */
export function Panel({
  title,
  opened,
  onClose,
  children,
}: {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size="md"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {children}
    </Drawer>
  );
}
