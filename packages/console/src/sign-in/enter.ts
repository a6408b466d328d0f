/** Loads the console anew, so that nothing of another caller is left in memory, and forgets the link's secret. */
export function enterConsole(path: string): void {
  location.replace(`/console${path}`);
}
