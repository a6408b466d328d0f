import type { ReactNode } from "react";

import type { Beside } from "./beside.ts";
import { ChosenPart } from "./chosen-part.tsx";
import { PageRows } from "./pages/page-rows.tsx";
import { Rail } from "./rail.tsx";
import { Tools } from "./tools.tsx";
import { useViewer, type ViewedParts } from "./use-viewer.ts";
import { goToDoubtful, useViewerKeys } from "./viewer-keys.ts";
import classes from "./viewer.module.css";

interface ViewerProps extends ViewedParts {
  /** The choice of renditions. */
  readonly tabs: ReactNode;
  readonly beside: (parts: Beside) => ReactNode;
  /** Shown above the pages. */
  readonly above?: ReactNode;
}

/** Pages beside their text: one scroll, one mark, one search. */
export function DocumentViewer({ tabs, beside, above, ...parts }: ViewerProps): ReactNode {
  const viewer = useViewer(parts);
  useViewerKeys(viewer);
  const { settings, setSettings, store, search, chosen, choose, pages, numbers } = viewer;
  const goTo = (page: number): void => {
    if (settings.panes === "rail") setSettings({ ...settings, panes: "text" });
    pages.go(page);
  };
  return (
    <div className={`${classes["viewer"]} ${settings.panes === "rail" ? classes["railOnly"] : ""}`}>
      <div className={classes["tools"]}>
        <Tools
          settings={settings}
          narrow={viewer.narrow}
          onSettings={setSettings}
          search={search}
          searchField={viewer.searchField}
          page={pages.page}
          pageCount={numbers.length}
          onGo={(wanted) => goTo(nearestTo(wanted, numbers))}
          onDoubtful={() => void goToDoubtful(viewer)}
        >
          {tabs}
        </Tools>
        {above}
      </div>
      <Rail store={store} numbers={numbers} outlines={viewer.outlines} page={pages.page} onGo={goTo} />
      <PageRows viewer={viewer} beside={beside} />
      {chosen && (
        <ChosenPart
          mark={chosen}
          content={store.loaded(chosen.page)}
          name={parts.document.name}
          correcting={viewer.correcting}
          onClose={() => choose(undefined)}
        />
      )}
    </div>
  );
}

/** Documents of which only some pages were read have gaps. */
function nearestTo(wanted: number, numbers: readonly number[]): number {
  return numbers.find((number) => number >= wanted) ?? numbers.at(-1) ?? wanted;
}
