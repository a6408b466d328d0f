import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from "graphql";
import { DomainError } from "@galley/core/domain";
import { refusedError } from "../errors/errors.ts";
import type { RequestContext } from "../context/context.ts";

/**
 * Counts the calls that an operation contains besides the first: each field at its root is one, whether it is there by
 * another name or by a fragment.
 *
 * @throws GraphQLError if the caller's rate limit is exceeded.
 */
export async function countCalls(
  { application, caller }: Pick<RequestContext, "application" | "caller">,
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
): Promise<void> {
  if (!caller) return;
  try {
    await application.access.countFurther(caller, callsIn(selectionSet, document) - 1);
  } catch (error) {
    throw error instanceof DomainError ? refusedError(error) : error;
  }
}

/** The document is valid: its fragments exist, and none contains itself. */
function callsIn({ selections }: SelectionSetNode, document: DocumentNode): number {
  let calls = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) calls += selection.name.value.startsWith("__") ? 0 : 1;
    else if (selection.kind === Kind.INLINE_FRAGMENT) calls += callsIn(selection.selectionSet, document);
    else calls += callsInFragment(selection.name.value, document);
  }
  return calls;
}

function callsInFragment(name: string, document: DocumentNode): number {
  const fragment = document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
  return fragment?.kind === Kind.FRAGMENT_DEFINITION ? callsIn(fragment.selectionSet, document) : 0;
}
