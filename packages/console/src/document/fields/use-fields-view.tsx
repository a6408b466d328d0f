import { useEffect, type ReactNode } from "react";

import { useMay } from "../../frame/viewer.ts";
import type { DocumentPlace } from "../document-place.ts";
import { Fields } from "../renditions/fields.tsx";
import type { Beside } from "../viewer/beside.ts";
import type { ViewedParts } from "../viewer/use-viewer.ts";
import { DataFields } from "./data-fields.tsx";
import { FieldsHead } from "./fields-head.tsx";
import { fieldsPanel, nextDoubtful } from "./fields-panel.ts";
import { useSelectedField } from "./selected-field.ts";
import { useDocumentFields } from "./use-document-fields.ts";
import { useReviewQueue } from "./use-review-queue.ts";

export interface FieldsView {
  readonly head: ReactNode;
  readonly pick: ViewedParts["pick"];
  readonly beside: (parts: Beside) => ReactNode;
}

/** The tab "Fields": data by a schema above the form fields of each page. */
export function useFieldsView(
  id: string,
  place: DocumentPlace,
  view: {
    readonly isShown: boolean;
    /** The numbers of all pages. */
    readonly pages: readonly number[];
    readonly to: (place: DocumentPlace) => void;
  },
): FieldsView {
  const { isShown, pages, to } = view;
  const { schema, part = 1 } = place;
  const state = useDocumentFields(id, { schema, part }, isShown);
  const selected = useSelectedField();
  const editable = useMay("REVIEW_FIELDS");
  const queue = useReviewQueue({ id, part }, state.schema, isShown && place.review === true);
  const panel = fieldsPanel(state, selected, editable);
  const isReviewed = queue.isOpen && editable && state.data?.data !== undefined;
  useEffect(() => {
    if (isReviewed) selected.goTo(nextDoubtful(state.data));
    // A reviewer begins at the first doubtful field of each document.
  }, [isReviewed, id, part]);
  const first = state.data?.pages?.first ?? pages[0] ?? 1;
  return {
    head: isShown && (
      <FieldsHead
        panel={panel}
        queue={queue}
        hasPages={pages.length > 1}
        onPart={(chosen) => to({ part: undefined, page: undefined, ...chosen })}
      />
    ),
    pick: isShown && editable ? selected.pick : undefined,
    beside: (parts) => (
      <>
        <DataFields panel={panel} parts={parts} firstPage={first} />
        {parts.content.fields.length > 0 && <Fields content={parts.content} marks={parts.marks} />}
      </>
    ),
  };
}
