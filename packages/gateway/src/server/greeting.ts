import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** How a credential is told to the person at the terminal. */
export type Disclosure =
  /** Shown in full, this once. */
  | { readonly kind: "new"; readonly secret: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "unknown" };

export interface GreetingFacts {
  readonly url: string;
  readonly extractionKey: Disclosure;
  readonly accessToken: Disclosure;
}

const SAMPLE = fileURLToPath(new URL("../../../../examples/sample.pdf", import.meta.url));

/** What a person sees when the service listens: where, with which credentials, and a call that works when pasted. */
export function greeting({ url, extractionKey, accessToken }: GreetingFacts): string {
  return `
Galley is ready.

  Listening on      ${url}
  GraphiQL          ${url}/graphql
  Extraction key    ${told(extractionKey).shown}
  Management token  ${told(accessToken).shown}

Try it:

  curl -sS -X POST ${url}/api/v2/whisper -H "service-key: ${told(extractionKey).inShell}" --data-binary @${inWord(near(SAMPLE))}

`;
}

/** The same for a process that takes no requests. */
export function workerGreeting(url: string): string {
  return `\nGalley works on documents; ${url}/health/ready tells how it is.\n\n`;
}

/** Where a program on this machine reaches what listens on `host`. */
export function reachableUrl(host: string, port: number): string {
  const everywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const name = everywhere[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${name}:${port}`;
}

/** How a credential is shown, and how a shell gets at it. */
function told(disclosure: Disclosure): { readonly shown: string; readonly inShell: string } {
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

/** The path as it is written in the present folder. */
function near(path: string): string {
  const from = relative(process.cwd(), path);
  return from.startsWith(`..${sep}`) ? path : from;
}

/** A path as one word of a shell. */
function inWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
