/*
 * The GraphiQL page of Galley. The browser bundles before it set React, ReactDOM, GraphiQL and graphqlWs.
 */

import { credentialsWith, withUpload } from "./credentials.js";
import { EXAMPLES } from "./examples.js";

const ENDPOINT = "/graphql";

const overHttp = GraphiQL.createFetcher({ url: ENDPOINT });

/** One socket for each subscription, opened with the credentials of the moment when it begins. */
function overSocket(request, headers) {
  const client = graphqlWs.createClient({
    url: location.origin.replace(/^http/, "ws") + ENDPOINT,
    connectionParams: headers,
    retryAttempts: 0,
  });
  return {
    subscribe(observer) {
      const sink = {
        next: (result) => observer.next(result),
        error: (error) => observer.error(readable(error)),
        complete: () => observer.complete(),
      };
      const unsubscribe = client.subscribe(request, sink);
      return {
        unsubscribe() {
          unsubscribe();
          client.dispose();
        },
      };
    },
  };
}

/** A socket that was closed says why in the event; a refused subscription is a list of errors. */
function readable(error) {
  if (error instanceof CloseEvent) return new Error(`${error.code}: ${error.reason}`);
  if (Array.isArray(error)) return new Error(error.map(({ message }) => message).join("\n"));
  return error;
}

/** The editor's own idea of the document lags behind what was typed, or behind the tab. */
function withKnownOperation({ operationName, ...request }) {
  const isKnown = new RegExp(`\\b(query|mutation|subscription)\\s+${operationName}\\b`).test(codeOf(request));
  return isKnown ? { ...request, operationName } : request;
}

/** A query without its comments and texts. */
function codeOf({ query }) {
  return query.replaceAll(/#.*|"""[^]*?"""|"(?:\\.|[^"\\])*"/g, "");
}

function isSubscription({ operationName, ...request }) {
  const code = codeOf(request);
  return new RegExp(`\\bsubscription\\s*${operationName ?? ""}\\s*[({@]`).test(code);
}

function fetcher(request, { headers: given = {} } = {}) {
  const headers = credentialsWith(given);
  const sent = { ...withKnownOperation(request), variables: withUpload(request.variables) };
  return isSubscription(sent) ? overSocket(sent, headers) : overHttp(sent, { headers });
}

ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultTabs: EXAMPLES,
    defaultEditorToolsVisibility: "variables",
    // Tabs are kept as long as the key.
    storage: sessionStorage,
    shouldPersistHeaders: false,
  }),
);
