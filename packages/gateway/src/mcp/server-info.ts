import { version } from "../command-line/version.ts";

/** How the server introduces itself. */
export function serverInfo(): { readonly name: string; readonly title: string; readonly version: string } {
  return { name: "galley", title: "Galley", version: version() };
}
