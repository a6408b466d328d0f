import { cacheExchange, type UpdateResolver } from "@urql/exchange-graphcache";
import { relayPagination } from "@urql/exchange-graphcache/extras";
import {
  Client,
  fetchExchange,
  mapExchange,
  subscriptionExchange,
  type Operation,
  type OperationResult,
} from "urql";

import { createLiveConnection, reportRefused } from "./connection.ts";

/** The session cookie travels with each request; the console holds no credentials of its own. */
export function createApiClient(): Client {
  const connection = createLiveConnection();
  return new Client({
    url: "/graphql",
    preferGetMethod: false,
    fetchOptions: { credentials: "same-origin" },
    exchanges: [
      mapExchange({ onResult: (result) => withoutNullData(reportRefusal(result)) }),
      normalisedCache(),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = "", variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: connection.subscribe<Record<string, unknown>, Record<string, unknown>>(
              { query, variables },
              {
                next: ({ data = null, ...rest }) => sink.next({ ...rest, data }),
                error: (error) => sink.error(error),
                complete: () => sink.complete(),
              },
            ),
          }),
        }),
      }),
    ],
  });
}

/** A session that ended elsewhere is noticed with the next query; the frame, which asks for its caller, needs no hint. */
function reportRefusal(result: OperationResult): OperationResult {
  const { operation, error } = result;
  const isRefused = error?.graphQLErrors.some(({ extensions }) => extensions["code"] === "UNAUTHENTICATED");
  if (isRefused === true && operation.kind === "query" && !asksForCaller(operation)) reportRefused();
  return result;
}

function asksForCaller({ query }: Operation): boolean {
  return query.definitions.some((one) => "name" in one && one.name?.value === "Viewer");
}

/** GraphQL answers `data: null` if all failed; the types of urql, and so the screens, know only undefined. */
function withoutNullData(result: OperationResult): OperationResult {
  return result.data === null ? { ...result, data: undefined } : result;
}

const withoutKey = (): null => null;

/** They are kept with the record that they belong to. */
const WITHOUT_ID = {
  CheckMark: withoutKey,
  ConnectionTestStep: withoutKey,
  DayUsage: withoutKey,
  DestinationPreview: withoutKey,
  DocumentFile: withoutKey,
  DocumentSource: withoutKey,
  ExpiringDocuments: withoutKey,
  ExtractionHost: withoutKey,
  ExtractionOptions: withoutKey,
  FormField: withoutKey,
  Health: withoutKey,
  Highlight: withoutKey,
  ImagePlacement: withoutKey,
  InputProblem: withoutKey,
  KeyUsage: withoutKey,
  Licence: withoutKey,
  LimitInUse: withoutKey,
  Line: withoutKey,
  Member: withoutKey,
  ModeUsage: withoutKey,
  OrganizationLimits: withoutKey,
  Page: withoutKey,
  QueueSample: withoutKey,
  QueueState: withoutKey,
  ReadinessCheck: withoutKey,
  ReceivedInvitation: withoutKey,
  Rect: withoutKey,
  Replica: withoutKey,
  RetentionSettings: withoutKey,
  Rule: withoutKey,
  SignInOptions: withoutKey,
  System: withoutKey,
  Usage: withoutKey,
  UsageGroup: withoutKey,
  Viewer: withoutKey,
  WebhookAttempt: withoutKey,
  WebhookRequest: withoutKey,
  Word: withoutKey,
};

/** Records are kept by id. A mutation that adds or removes a record makes the lists of its kind load again. */
function normalisedCache(): ReturnType<typeof cacheExchange> {
  return cacheExchange({
    keys: WITHOUT_ID,
    resolvers: {
      Query: { connectors: relayPagination(), jobs: relayPagination(), pipelines: relayPagination() },
      Pipeline: { runs: relayPagination() },
      Run: { files: relayPagination() },
    },
    updates: {
      Mutation: {
        addMember: reload("members"),
        addPasskey: reload("viewer"),
        createAccessToken: reload("accessTokens"),
        createConnector: reload("connectors"),
        createExtractionKey: reload("extractionKeys"),
        createWebhook: reload("webhooks"),
        deleteAccessToken: reload("accessTokens"),
        deleteConnector: reload("connectors"),
        deleteWebhook: reload("webhooks"),
        inviteMember: reload("invitations"),
        removeMember: reload("members"),
        revokeInvitation: reload("invitations"),
        removePasskey: reload("viewer"),
        revokeSession: reload("viewer"),
        setOrganizationLimits: reload("organizationLimits"),
        submitDocument: reload("jobs"),
        updateConnector: reload("connectorSettings"),
      },
    },
  });
}

/** Makes queries of these fields load again after a mutation, whatever their arguments. */
function reload(...fields: readonly string[]): UpdateResolver {
  return (_result, _input, cache) => {
    for (const { fieldName, fieldKey } of cache.inspectFields("Query"))
      if (fields.includes(fieldName)) cache.invalidate("Query", fieldKey);
  };
}
