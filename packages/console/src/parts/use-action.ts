import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useMutation, type AnyVariables, type CombinedError, type TypedDocumentNode } from "urql";

import { messageOf } from "./api-error.tsx";

export interface Action<Data, Variables> {
  /** Resolves to the answer, or to undefined if the API refused. */
  readonly run: (variables: Variables) => Promise<Data | undefined>;
  readonly busy: boolean;
  readonly error: CombinedError | undefined;
}

/** A mutation. Shows `done` when it succeeds, and the error when it fails, unless `quiet` because a form shows it. */
export function useAction<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  { done, quiet = false }: { readonly done?: string; readonly quiet?: boolean } = {},
): Action<Data, Variables> {
  const [{ fetching }, execute] = useMutation(mutation);
  const [error, setError] = useState<CombinedError>();
  const run = async (variables: Variables): Promise<Data | undefined> => {
    const answer = await execute(variables);
    setError(answer.error);
    if (answer.error !== undefined) {
      if (!quiet)
        notifications.show({ color: "red", title: "The change failed", message: messageOf(answer.error) });
      return undefined;
    }
    if (done !== undefined) notifications.show({ color: "green", message: done });
    return answer.data;
  };
  return { run, busy: fetching, error };
}

/** The API's message by the field of the input that it names. */
export function fieldErrors(error: CombinedError): Record<string, string> {
  return Object.fromEntries(
    error.graphQLErrors.flatMap(({ message, extensions: { field } }) =>
      typeof field === "string" ? [[field.replace(/^input\./, ""), message]] : [],
    ),
  );
}
