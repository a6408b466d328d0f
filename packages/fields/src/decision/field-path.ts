/** The path with the index of every row left out, such as `lines[].amount`. */
export function genericPath(path: string): string {
  return path.replaceAll(/\[\d+\]/gu, "[]");
}
