import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { builtConsole } from "./console/built-console.ts";

/** How a credential is shown at the terminal. */
export type Disclosure =
  /** Shown in full, once. */
  | { readonly kind: "new"; readonly secret: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "unknown" };

export interface GreetingFacts {
  readonly url: string;
  /** Signs in to the console once; undefined if people sign in elsewhere. */
  readonly signInLink: string | undefined;
  readonly extractionKey: Disclosure;
  readonly accessToken: Disclosure;
}

/** The workspace that the service was built in; an installed package has none. */
const WORKSPACE = fileURLToPath(new URL("../../../../", import.meta.url));
const IN_WORKSPACE = existsSync(join(WORKSPACE, "pnpm-workspace.yaml"));
const COMMAND = IN_WORKSPACE ? "npx -y pnpm@12.21.0 galley" : "npx galley";

/** Printed when the service listens: its address, the credentials, and a call that works when pasted. */
export function greeting({ url, signInLink, extractionKey, accessToken }: GreetingFacts): string {
  return `
Galley is ready.
${signInLink === undefined ? "" : openConsole(signInLink)}
  Listening on      ${url}
  GraphiQL          ${url}/graphql
  Extraction key    ${display(extractionKey).shown}
  Management token  ${display(accessToken).shown}

Try it:

  curl -sS -X POST ${url}/api/v2/whisper -H "service-key: ${display(extractionKey).inShell}" --data-binary @${inWord(near(sample()))}

`;
}

/** The sample document; the console's package has a copy. */
function sample(): string {
  const console_ = IN_WORKSPACE ? undefined : builtConsole();
  return console_ === undefined ? join(WORKSPACE, "examples/sample.pdf") : join(console_, "sample.pdf");
}

function openConsole(link: string): string {
  return `
Open this link to sign in to the console:

  ${link}

It works once, within 15 minutes. For a new one, run in the same folder, with the same variables:

  ${COMMAND} sign-in
`;
}

/** The greeting of a process that serves no requests. */
export function workerGreeting(url: string): string {
  return `\nGalley is processing documents. Health: ${url}/health/ready\n\n`;
}

/** The URL at which programs on this machine reach a server that listens on `host`. */
export function reachableUrl(host: string, port: number): string {
  const everywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const name = everywhere[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${name}:${port}`;
}

/** How a credential is displayed, and the shell expression for it. */
function display(disclosure: Disclosure): { readonly shown: string; readonly inShell: string } {
  if (disclosure.kind === "new") return { shown: disclosure.secret, inShell: disclosure.secret };
  if (disclosure.kind === "file") {
    const path = near(disclosure.path);
    return { shown: `in ${path}`, inShell: `$(cat ${inWord(path)})` };
  }
  if (disclosure.kind === "variable") {
    return { shown: `the value of ${disclosure.name}`, inShell: `$${disclosure.name}` };
  }
  return { shown: "created by an earlier start", inShell: "<extraction key>" };
}

/** The path relative to the current folder. */
function near(path: string): string {
  const from = relative(process.cwd(), path);
  return from.startsWith(`..${sep}`) ? path : from;
}

/** Quotes a path as one shell word. */
function inWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
