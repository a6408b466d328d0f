import type { ReactNode } from "react";

import type { Box } from "../model/viewed-document.ts";
import type { ExplanationState } from "./explanations.ts";
import { lookOf } from "./why-view.tsx";
import classes from "./why.module.css";

/** The regions of an explained page, drawn over its picture. */
export function RegionShapes({ state }: { readonly state: ExplanationState | undefined }): ReactNode {
  if (state?.kind !== "explained") return null;
  const { explanation, chosen } = state;
  return explanation.regions.map(({ key, kind, box, parts }, index) => (
    <g
      key={`${key} ${index}`}
      className={`${classes["region"]} ${classes[lookOf(kind)]} ${key === chosen ? classes["isChosen"] : ""}`}
      data-region={key}
    >
      <Shape box={box} />
      {key === chosen && parts.map((part, at) => <Shape key={at} box={part} isPart />)}
    </g>
  ));
}

function Shape({
  box: { x0, y0, x1, y1 },
  isPart = false,
}: {
  readonly box: Box;
  readonly isPart?: boolean;
}): ReactNode {
  return (
    <rect x={x0} y={y0} width={x1 - x0} height={y1 - y0} className={isPart ? classes["part"] : undefined} />
  );
}
