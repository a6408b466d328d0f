/** Empty if there are none. */
export function hiddenSlidesNote(count: number): readonly string[] {
  return count === 0 ? [] : [`${count} hidden ${count === 1 ? "slide" : "slides"} left out.`];
}
