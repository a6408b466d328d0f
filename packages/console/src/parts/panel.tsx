import { Drawer } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";

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

/** Gives the focus back to what had it before; for panels and dialogs that are removed when they are closed. */
export function useReturnFocus(): void {
  const [before] = useState(opener);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

/** What has the focus; the button of a menu, if it is one of the menu's items, which are removed. */
function opener(): Element | null {
  const menu = document.activeElement?.closest("[role=menu]");
  return menu === null || menu === undefined
    ? document.activeElement
    : document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
}
