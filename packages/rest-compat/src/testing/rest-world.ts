import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { boundPort } from "@galley/core/testing";
import type { Application, Caller, Job, PageOutcome } from "@galley/core/domain";
import express from "express";
import { restRouter } from "../rest-router.ts";
import { createMemoryApplication, KEY, type MemoryApplication } from "./memory-application.ts";

export const A_PDF = Buffer.from("%PDF-1.7\nthe rest does not matter here\n");

/** The documented API on a server of its own, with an application in memory. */
export interface RestWorld extends AsyncDisposable {
  readonly url: string;
  readonly application: Application;
  /** The caller of `KEY`. */
  readonly caller: Caller;
  /** The faults that were answered with 500. */
  readonly faults: readonly unknown[];
  get(path: string, query?: Query, init?: RequestInit): Promise<Response>;
  post(query?: Query, init?: RequestInit): Promise<Response>;
  /** A job that was submitted. */
  submitted(query?: Query, init?: RequestInit): Promise<Job>;
  /** Sets the pages that every later document has. */
  willRead(pages: readonly PageOutcome[]): void;
  /** A job that was submitted and read, with these pages. */
  read(pages: readonly PageOutcome[], query?: Query): Promise<Job>;
  /** The targets of webhooks. */
  readonly targets: MemoryApplication["targets"];
  /** Makes the delivery attempt that was queued last. */
  deliver(): Promise<void>;
}

type Query = Readonly<Record<string, string>> | string;

interface WorldOptions {
  /** Wraps the application that the API calls. */
  readonly intercept?: (application: Application) => Application;
  /** As in `RestOptions`. */
  readonly stalledMs?: number;
}

export async function startRestWorld({
  intercept = (application) => application,
  stalledMs,
}: WorldOptions = {}): Promise<RestWorld> {
  const { application, willRead, queue, targets } = await createMemoryApplication();
  const caller = await application.access.authenticate({ extractionKey: KEY });
  const faults: unknown[] = [];
  const router = restRouter(intercept(application), { onFault: (fault) => faults.push(fault), stalledMs });
  const { url, close } = await listen(express().use(router));

  const call = (path: string, query: Query, init: RequestInit = {}): Promise<Response> => {
    const written = typeof query === "string" ? query : new URLSearchParams(query).toString();
    const headers = init.headers ?? { "service-key": KEY };
    return fetch(`${url}/api/v2${path}?${written}`, { ...init, headers });
  };
  const post: RestWorld["post"] = (query = {}, init = {}) =>
    call("/whisper", query, { method: "POST", body: A_PDF, ...init });
  const submitted: RestWorld["submitted"] = async (query, init) => {
    const answer: unknown = await (await post(query, init)).json();
    const handle = String(Reflect.get(Object(answer), "whisper_hash"));
    return application.jobs.find(caller, { handle });
  };
  return {
    url,
    application,
    caller,
    faults,
    get: (path, query = {}, init) => call(path, query, init),
    post,
    submitted,
    targets,
    async deliver() {
      const delivery = queue.deliveries.at(-1);
      const task = { deliveryId: delivery?.id ?? "", attempt: (delivery?.attemptsMade ?? 0) + 1 };
      await application.webhooks.deliver(task, new AbortController().signal);
    },
    willRead,
    async read(pages, query) {
      const { id } = await submitted(query);
      willRead(pages);
      await application.jobs.run(id, new AbortController().signal);
      return application.jobs.find(caller, { id });
    },
    [Symbol.asyncDispose]: close,
  };
}

async function listen(listener: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${boundPort(server)}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
