/* The GraphiQL page of Galley. The browser bundles before it set React, ReactDOM, GraphiQL and graphqlWs. */

const ENDPOINT = "/graphql";

const FIRST_QUERY = `# Put your credentials under "Headers" below:
#   { "service-key": "…" }
# or
#   { "Authorization": "Bearer …" }
#
# Send a document from a shell:
#   curl -T file.pdf -H "service-key: …" \\
#     ${location.origin}/uploads/file.pdf
# and give the id that comes back to
# the mutation submitDocument.

query FirstLook {
  health {
    ready
  }
}
`;

const overHttp = GraphiQL.createFetcher({ url: ENDPOINT });

/** One socket for each subscription, opened with what stands under "Headers" when it begins. */
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

/** By the text that is sent: the editor's own idea of the document lags behind what was typed. */
function isSubscription({ query, operationName }) {
  const code = query.replaceAll(/#.*|"""[^]*?"""|"(?:\\.|[^"\\])*"/g, "");
  return new RegExp(`\\bsubscription\\s*${operationName ?? ""}\\s*[({@]`).test(code);
}

function fetcher(request, { headers = {} } = {}) {
  return isSubscription(request) ? overSocket(request, headers) : overHttp(request, { headers });
}

ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultQuery: FIRST_QUERY,
    defaultHeaders: '{ "service-key": "" }',
    defaultEditorToolsVisibility: "headers",
    shouldPersistHeaders: false,
  }),
);
