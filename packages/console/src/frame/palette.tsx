import { Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useState, type ReactNode } from "react";

import classes from "./frame.module.css";

const PaletteWindow = lazy(() =>
  import("./palette-window.tsx").then(({ PaletteWindow: component }) => ({ default: component })),
);

/** The button that opens the palette, and its keys; the palette itself is loaded when it is first opened. */
export function Palette(): ReactNode {
  const [opened, setOpened] = useState(0);
  const open = (): void => setOpened((times) => times + 1);
  useHotkeys([["mod+K", open]], []);
  return (
    <>
      <UnstyledButton className={classes["search"] ?? ""} onClick={open}>
        <IconSearch aria-hidden size={14} />
        <span>Search</span>
        <Kbd size="xs" aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {opened > 0 && (
        <Suspense>
          <PaletteWindow opened={opened} />
        </Suspense>
      )}
    </>
  );
}
