import { Client, fetchExchange, type AnyVariables, type OperationResult, type TypedDocumentNode } from "urql";

/** For what is large or kept elsewhere, such as the words of pages and long lists: the cache would copy it. */
const client = new Client({
  url: "/graphql",
  preferGetMethod: false,
  requestPolicy: "network-only",
  fetchOptions: { credentials: "same-origin" },
  exchanges: [fetchExchange],
});

/** The data of a query. @throws CombinedError */
export async function ask<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return dataOf(await client.query(query, variables).toPromise());
}

/** The payload of a mutation. @throws CombinedError */
export async function change<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return dataOf(await client.mutation(mutation, variables).toPromise());
}

function dataOf<Data, Variables extends AnyVariables>({
  data,
  error,
}: OperationResult<Data, Variables>): Data {
  if (error !== undefined) throw error;
  if (data === undefined) throw new Error("The service answered without data.");
  return data;
}
