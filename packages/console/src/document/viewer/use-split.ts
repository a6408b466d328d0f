import { useLocalStorage } from "@mantine/hooks";
import { useMemo, useState } from "react";

import type { PageContent } from "../model/viewed-document.ts";
import { widthOf } from "./pages/fitted-text.ts";
import type { Split } from "./pages/page-sizes.ts";
import { boundedSplit } from "./view-settings.ts";

/** How the width is divided between pages and their text. What the user has chosen is kept in this browser. */
export interface KeptSplit {
  readonly wanted: Split;
  /** Undefined: as the text needs. */
  readonly choose: (split: number | undefined) => void;
  /** Makes room for the text of the first page that is loaded; later pages do not move the columns. */
  readonly fit: (content: PageContent) => void;
}

export function useSplit(): KeptSplit {
  const [chosen, choose, remove] = useLocalStorage<number | undefined>({
    key: "galley.viewer.split",
    getInitialValueInEffect: false,
    deserialize: stored,
  });
  const [textWidth, setTextWidth] = useState(0);
  const wanted = useMemo(() => ({ chosen, textWidth }), [chosen, textWidth]);
  return {
    wanted,
    choose: (split) => (split === undefined ? remove() : choose(split)),
    fit: ({ lines }) => setTextWidth((before) => (before === 0 ? widthOf(lines) : before)),
  };
}

/** Undefined if it was changed by hand. */
function stored(value: string | undefined): number | undefined {
  const split = Number.parseFloat(value ?? "");
  return Number.isNaN(split) ? undefined : boundedSplit(split);
}
