import {
  Kind,
  type ASTVisitor,
  type DocumentNode,
  type SelectionSetNode,
  type ValidationContext,
} from "graphql";
import { edgeError } from "../errors/errors.ts";

/** Limits of one document; a document over a limit is rejected before execution. */
const LIMITS = {
  fields: 300,
  aliases: 30,
  directives: 30,
  /** Nesting depth of fields, including those of fragments. */
  "levels of fields": 12,
} as const;

/** A validation rule for `LIMITS`; the depth of introspection fields is not counted. */
export function documentLimits(context: ValidationContext): ASTVisitor {
  const found = { fields: 0, aliases: 0, directives: 0, "levels of fields": 0 };
  return {
    Field({ alias }) {
      found.fields++;
      if (alias) found.aliases++;
    },
    Directive() {
      found.directives++;
    },
    Document: {
      leave(document) {
        found["levels of fields"] = depthOf(document, context);
        report(context, found);
      },
    },
  };
}

function report(context: ValidationContext, found: Record<keyof typeof LIMITS, number>): void {
  let what: keyof typeof LIMITS;
  for (what in LIMITS) {
    if (found[what] <= LIMITS[what]) continue;
    const message = `The document has ${found[what]} ${what}; at most ${LIMITS[what]} are allowed.`;
    context.reportError(edgeError("TOO_COMPLEX", message));
  }
}

function depthOf(document: DocumentNode, context: ValidationContext): number {
  const ofFragments = new Map<string, number>();

  const ofFragment = (name: string): number => {
    const known = ofFragments.get(name);
    if (known !== undefined) return known;
    // Another rule rejects cyclic fragments; this only prevents infinite recursion.
    ofFragments.set(name, 0);
    const fragment = context.getFragment(name);
    const depth = fragment ? ofSelections(fragment.selectionSet) : 0;
    ofFragments.set(name, depth);
    return depth;
  };

  const ofSelections = ({ selections }: SelectionSetNode): number =>
    Math.max(
      0,
      ...selections.map((selection) => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
        if (selection.kind === Kind.INLINE_FRAGMENT) return ofSelections(selection.selectionSet);
        if (selection.name.value.startsWith("__")) return 0;
        return 1 + (selection.selectionSet ? ofSelections(selection.selectionSet) : 0);
      }),
    );

  return Math.max(
    0,
    ...document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? ofSelections(definition.selectionSet) : 0,
    ),
  );
}
