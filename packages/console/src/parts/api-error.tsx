import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CombinedError } from "urql";

/** An error of the API in the place of what could not be shown or sent; `retry` loads what could not be shown. */
export function ApiError({
  error,
  retry,
}: {
  readonly error: CombinedError;
  readonly retry?: () => void;
}): ReactNode {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden size={18} />}
      title={titleOf(error, retry !== undefined)}
    >
      <Group justify="space-between">
        <Text size="md">{messageOf(error)}</Text>
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** The message of an error as a person should read it. */
export function messageOf(error: CombinedError): string {
  const [first] = error.graphQLErrors;
  if (first !== undefined) return first.message;
  const status = statusOf(error);
  if (status === 429) return "Too many requests were sent. Wait a minute, then try again.";
  if (status !== undefined && status >= 400)
    return `The service is not available at the moment (HTTP status ${status}). Try again in a minute.`;
  return error.networkError === undefined
    ? "The service did not answer."
    : "The service cannot be reached. Check that it is running and that you are connected.";
}

/** The status of a response that is not GraphQL, such as that of a proxy; undefined if there is none. */
function statusOf({ response }: CombinedError): number | undefined {
  return response instanceof Response ? response.status : undefined;
}

/** Why anything failed, as a person should read it. */
export function reasonOf(error: unknown): string {
  if (error instanceof CombinedError) return messageOf(error);
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error, such as `NOT_FOUND`; undefined if the service was not reached. */
export function codeOf({ graphQLErrors }: CombinedError): string | undefined {
  const code: unknown = graphQLErrors[0]?.extensions["code"];
  return typeof code === "string" ? code : undefined;
}

/** The field of the input that an error names. */
export function fieldOf({ graphQLErrors }: CombinedError): string | undefined {
  const field: unknown = graphQLErrors[0]?.extensions["field"];
  return typeof field === "string" ? field : undefined;
}

/** What was loaded can be tried again; what a form sent has to be changed first. */
function titleOf(error: CombinedError, wasLoaded: boolean): string {
  if (error.networkError !== undefined) return statusOf(error) === undefined ? "No connection" : "No answer";
  if (codeOf(error) === "NOT_FOUND") return "There is nothing here";
  return wasLoaded ? "This could not be loaded" : "This was refused";
}
