/* The GraphiQL page of Galley. The browser bundles before it set React, ReactDOM, GraphiQL and graphqlWs. */

const ENDPOINT = "/graphql";

const FIRST_QUERY = `# Put an extraction key or an access token under "Headers" below,
#   { "service-key": "…" }   or   { "Authorization": "Bearer …" }
# then send a document:  curl -T file.pdf -H "service-key: …" ${location.origin}/uploads/file.pdf
# and submit the id that comes back with submitDocument.

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

function fetcher(request, { headers = {}, documentAST } = {}) {
  const operations = (documentAST?.definitions ?? []).filter(({ kind }) => kind === "OperationDefinition");
  const operation = operations.find(({ name }) => name?.value === request.operationName) ?? operations[0];
  return operation?.operation === "subscription"
    ? overSocket(request, headers)
    : overHttp(request, { headers });
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
