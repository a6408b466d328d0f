import type { ReactNode } from "react";

import type { Rendition } from "../document-place.ts";
import type { Beside } from "../viewer/beside.ts";
import { PageText } from "../viewer/pages/page-text.tsx";
import classes from "../viewer/viewer.module.css";
import { Fields } from "./fields.tsx";

/** What can be shown of a page without knowing the others. */
export const PAGE_RENDITIONS = ["layout", "fields", "json"] as const satisfies readonly Rendition[];
export type PageRendition = (typeof PAGE_RENDITIONS)[number];

export function isOfPage(rendition: Rendition): rendition is PageRendition {
  return PAGE_RENDITIONS.some((one) => one === rendition);
}

export function PageView({
  rendition,
  parts,
}: {
  readonly rendition: PageRendition;
  readonly parts: Beside;
}): ReactNode {
  const { content } = parts;
  if (rendition === "fields") return <Fields content={content} marks={parts.marks} />;
  if (rendition === "json")
    return (
      <pre className={`${classes["text"]} ${classes["wrapped"]}`}>
        {JSON.stringify(content.json, null, 2)}
      </pre>
    );
  return <PageText {...parts} />;
}
