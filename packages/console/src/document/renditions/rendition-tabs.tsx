import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";

import type { Rendition } from "../document-place.ts";
import classes from "../viewer/viewer.module.css";

const LABELS: Readonly<Record<Rendition, string>> = {
  layout: "Layout",
  order: "Reading order",
  markdown: "Markdown",
  html: "HTML",
  tables: "Tables",
  fields: "Fields",
  chunks: "Chunks",
  json: "JSON",
  why: "Why",
  difference: "Difference",
};

/** The choice of what is shown beside the picture. */
export function RenditionTabs<Shown extends Rendition>({
  value,
  renditions,
  onChange,
}: {
  readonly value: Shown;
  readonly renditions: readonly Shown[];
  readonly onChange: (value: Shown) => void;
}): ReactNode {
  return (
    <Tabs
      value={value}
      onChange={(chosen) => {
        const rendition = renditions.find((one) => one === chosen);
        if (rendition) onChange(rendition);
      }}
      ml="auto"
    >
      <Tabs.List aria-label="What is read from the page" className={classes["tabs"]}>
        {renditions.map((rendition) => (
          <Tabs.Tab key={rendition} value={rendition} px="xs" py={6}>
            {LABELS[rendition]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
