import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { createExtractor, ExtractionError } from "@galley/core";
import { DomainError } from "@galley/core/domain";
import express, { type Express } from "express";
import { builtConsole } from "../server/console/built-console.ts";
import { consoleFiles, consolePage } from "../server/console/console-router.ts";
import { answerErrors, answerUnknownRoute } from "../server/error-answer.ts";
import { createHttpServer, listen, stopServer } from "../server/http-server.ts";
import { publicUrlFrom } from "../server/public-url.ts";
import type { ViewedDocument } from "../viewer/viewed-document.ts";
import { viewerRouter } from "../viewer/viewer-router.ts";
import { ResourceStack } from "../resource-stack.ts";
import { readDocument } from "./local-document.ts";
import type { Values } from "./extraction-options.ts";
import { tellError } from "./messages.ts";
import { enginesFor } from "./recognition-arguments.ts";
import { viewArguments, type ViewArguments } from "./view-arguments.ts";

const HOST = "127.0.0.1";

/** Time that open requests have to finish when the command ends. */
const REQUEST_GRACE_MS = 200;

/**
 * Runs `galley view` until it is interrupted; resolves to the exit code: 1 for an unreadable file.
 *
 * @throws UsageError
 */
export async function runView(file: string, values: Values): Promise<0 | 1> {
  try {
    await show(viewArguments(file, values));
    return 0;
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    tellError(error.message);
    return 1;
  }
}

/**
 * The viewer's requests have no body; a request that announces one and sends nothing is aborted after this
 * time.
 */
const SILENT_BODY_MS = 10_000;

async function show({ file, options, recognition, port, open }: ViewArguments): Promise<void> {
  const interrupted = firstInterrupt();
  await using parts = new ResourceStack();
  await using extractor = createExtractor({
    tessdata: recognition.tessdata,
    ...(await enginesFor(recognition, parts)),
  });
  const document = await readDocument(extractor, file, options);
  // Other users of this machine can reach the port but cannot guess the path.
  const id = randomUUID();
  const server = createHttpServer(appFor(id, document), { silentBodyMs: SILENT_BODY_MS });
  const url = `http://${HOST}:${await listen(server, { host: HOST, port })}/view/${id}`;
  process.stdout.write(`${basename(file)} is shown at ${url}\nStop with Ctrl-C.\n`);
  if (open) openInBrowser(url);
  await interrupted;
  await stopServer(server, REQUEST_GRACE_MS);
}

function appFor(id: string, document: ViewedDocument): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use((_, response, next) => {
    response.set({
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
    });
    next();
  });
  const folder = builtConsole();
  app.use("/console", consoleFiles(folder));
  app.use(
    viewerRouter(
      async (asked) => {
        if (asked === id) return document;
        throw new DomainError("NOT_FOUND", "Document not found.");
      },
      consolePage("view.html", { folder, publicUrl: publicUrlFrom(undefined) }),
    ),
  );
  app.use(answerUnknownRoute);
  app.use(answerErrors({ during: (_, work) => work(), answered: () => {}, failed: tellFault }));
  return app;
}

function tellFault(error: unknown): void {
  tellError(error instanceof Error ? error.message : String(error));
}

function firstInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

const OPENERS: Readonly<Record<string, string>> = { darwin: "open", win32: "explorer" };

/** If no browser can be opened, the URL is still printed. */
function openInBrowser(url: string): void {
  const child = spawn(OPENERS[process.platform] ?? "xdg-open", [url], { stdio: "ignore", detached: true });
  child.on("error", tellFault);
  child.unref();
}
