/** A part of a list, as the API returns it. */
interface ListPart<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** All elements of a list that is loaded part by part; none if there is no list. */
export async function everyNode<Node>(
  load: (after: string | null) => Promise<ListPart<Node> | undefined>,
): Promise<readonly Node[]> {
  const all: Node[] = [];
  for (let after: string | null = null; ;) {
    const part: ListPart<Node> | undefined = await load(after);
    all.push(...(part?.nodes ?? []));
    if (!part?.pageInfo.hasNextPage) return all;
    after = part.pageInfo.endCursor ?? null;
  }
}
