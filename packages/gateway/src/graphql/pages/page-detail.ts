import type { PageDetail } from "@galley/core/domain";
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

/** Fields of `Page` that are read from more than its outline. */
const CONTENT: ReadonlySet<string> = new Set([
  "text",
  "lines",
  "words",
  "lowConfidenceWords",
  "rules",
  "images",
]);

/** How much of each page a query needs: text, lines and words are far larger than the rest. */
export function detailOf({ fieldNodes, fragments }: GraphQLResolveInfo): PageDetail {
  const seen = new Set<string>();
  const hasContent = (set: SelectionSetNode | undefined): boolean =>
    set !== undefined &&
    set.selections.some((selection) => {
      if (selection.kind === Kind.FIELD)
        return CONTENT.has(selection.name.value) || hasContent(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return hasContent(selection.selectionSet);
      const { value: name } = selection.name;
      if (seen.has(name)) return false;
      seen.add(name);
      return hasContent(fragments[name]?.selectionSet);
    });
  return fieldNodes.some(({ selectionSet }) => hasContent(selectionSet)) ? "whole" : "outline";
}
