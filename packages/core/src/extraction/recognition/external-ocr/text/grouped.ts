/** Groups items by a key, in the order of each key's first item. */
export function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => number,
): readonly (readonly Item[])[] {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
