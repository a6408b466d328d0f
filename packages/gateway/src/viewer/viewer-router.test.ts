import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createExtractor } from "@galley/core";
import { createApplication, type Application, type ExtractionEvent } from "@galley/core/domain";
import {
  anExtractionKey,
  aPageRead,
  createMemoryDatabase,
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
  createMemoryWebhookPorts,
  boundPort,
} from "@galley/core/testing";
import express from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { answerErrors } from "../server/error-answer.ts";
import { jobDocuments } from "./job-documents.ts";
import { viewerRouter } from "./viewer-router.ts";

const SAMPLE = new URL("../../../../examples/sample.pdf", import.meta.url);

const linesSchema = z.object({ lines: z.array(z.number()) });

interface World extends AsyncDisposable {
  readonly application: Application;
  /** A key of the job's organization, and one of another organization. */
  readonly key: string;
  readonly strangersKey: string;
  readonly jobId: string;
  readonly get: (path: string, key?: string, signal?: AbortSignal) => Promise<Response>;
  /** The reported internal errors. */
  readonly faults: readonly unknown[];
}

describe("the viewer of jobs", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const data = ["document", "pages", "pages/1", "pages/1.png", "search?text=word"];

  test("the page itself is public", async () => {
    const answer = await world.get(`/view/${world.jobId}`);
    expect([answer.status, await answer.text()]).toEqual([200, "the viewer's page"]);
  });

  test("any character can be searched for", async () => {
    const signs = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k));
    for (const term of [...signs, "A-7", "[a-z]", "(", "\\", "é", "\u{1f600}", "\ud800"]) {
      const answer = await world.get(
        `/view/${world.jobId}/search?${new URLSearchParams({ text: term }).toString()}`,
        world.key,
      );
      expect([term, answer.status]).toEqual([term, term.trim() === "" ? 400 : 200]);
    }
  });

  test.each(data)("%s without a valid key is rejected with 401 in JSON", async (path) => {
    for (const key of [undefined, "no key of anyone"]) {
      const answer = await world.get(`/view/${world.jobId}/${path}`, key);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(await answer.json()).toEqual({ message: expect.any(String) });
    }
  });

  test.each(data)("%s of another organization's job is not found", async (path) => {
    expect((await world.get(`/view/${world.jobId}/${path}`, world.strangersKey)).status).toBe(404);
  });

  test("with a key, the document, its pages and their images are served", async () => {
    const { get, key, jobId } = world;
    expect(await (await get(`/view/${jobId}/document`, key)).json()).toMatchObject({
      name: "sample.pdf",
      pageCount: 2,
      firstPage: 1,
      settled: true,
    });
    expect(await (await get(`/view/${jobId}/pages/2`, key)).json()).toMatchObject({
      number: 2,
      read: true,
      engine: "native",
      text: expect.any(String),
    });
    const outlines = [1, 2].map((number) => ({ number, read: true, width: expect.any(Number) }));
    expect(await (await get(`/view/${jobId}/pages`, key)).json()).toMatchObject({
      pages: outlines,
      more: false,
    });
    expect(await (await get(`/view/${jobId}/pages?after=0&limit=1`, key)).json()).toMatchObject({
      pages: outlines.slice(0, 1),
      more: true,
    });
    expect(await (await get(`/view/${jobId}/pages?after=1`, key)).json()).toMatchObject({
      pages: outlines.slice(1),
    });
    const image = await get(`/view/${jobId}/pages/1.png?dpi=36`, key);
    expect(image.headers.get("content-type")).toBe("image/png");
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });

  test.each([
    ["a page that was not read", "pages/3", 404],
    ["an image of a page that does not exist", "pages/3.png", 404],
    ["an invalid page number", "pages/none", 400],
    ["a resolution over the maximum", "pages/1.png?dpi=3000", 400],
    ["more outlines than the maximum", "pages?limit=101", 400],
    ["an empty term", "search?text=", 400],
    ["a term over the maximum length", `search?text=${"a".repeat(10_000)}`, 400],
  ])("%s is rejected in JSON", async (_, path, status) => {
    const answer = await world.get(`/view/${world.jobId}/${path}`, world.key);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
  });

  test("a client that disconnects before an image is rendered causes no internal error", async () => {
    await using own = await startWorld();
    const leaving = new AbortController();
    const asked = own.get(`/view/${own.jobId}/pages/1.png?dpi=300`, own.key, leaving.signal);
    setTimeout(() => leaving.abort(), 50);
    await expect(asked).rejects.toThrow(/abort/);
    expect((await own.get(`/view/${own.jobId}/pages/1.png`, own.key)).status).toBe(200);
    expect(own.faults).toEqual([]);
  });

  test("an unknown job is not found", async () => {
    for (const id of ["none", randomUUID()]) {
      expect((await world.get(`/view/${id}/document`, world.key)).status).toBe(404);
    }
  });

  test("after the text is retrieved, the boxes of its lines remain", async () => {
    await using own = await startWorld();
    const { get, key, jobId, application } = own;
    const caller = await application.access.authenticate({ extractionKey: key });
    const { lines } = linesSchema.parse(await (await get(`/view/${jobId}/pages/1`, key)).json());
    await application.jobs.retrieveText(caller, { id: jobId });
    expect(await (await get(`/view/${jobId}/pages/1`, key)).json()).toMatchObject({
      text: null,
      words: [],
      lines,
    });
    expect(await (await get(`/view/${jobId}/document`, key)).json()).toMatchObject({
      message: expect.stringContaining("was retrieved"),
    });
    expect(await (await get(`/view/${jobId}/search?text=a`, key)).json()).toEqual({ pages: [], matches: [] });
  });
});

async function startWorld(): Promise<World> {
  const { announcements, subscriptions } = createMemoryEvents();
  const database = createMemoryDatabase({ queue: createMemoryQueue(), announcements });
  const { sent: _, willAnswer: __, ...webhookPorts } = createMemoryWebhookPorts();
  const application = createApplication(
    {
      database,
      subscriptions,
      objects: createMemoryObjectStore(),
      structures: createMemoryStructures(),
      fetcher: createMemoryFetcher({}),
      extractor: { pages: twoPages },
      environment: { now: () => new Date(), uuid: () => randomUUID(), randomBytes },
      ...webhookPorts,
    },
    {
      maxUploadBytes: 1_000_000,
      textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
      webhookRetrySeconds: [],
    },
  );
  const [key, strangersKey] = [randomUUID(), randomUUID()];
  await database.transaction(async ({ extractionKeys }) => {
    for (const secret of [key, strangersKey]) {
      const digest = createHash("sha256").update(secret).digest("hex");
      await extractionKeys.insert(anExtractionKey(randomUUID(), { digest }));
    }
  });
  const jobId = await runJob(application, key);
  const extractor = createExtractor({ threads: 1 });
  const faults: unknown[] = [];
  const router = viewerRouter(
    jobDocuments({
      application,
      authenticate: ({ headers: { "service-key": given } }) =>
        application.access.authenticate({ extractionKey: typeof given === "string" ? given : undefined }),
      renderer: extractor,
    }),
    (_request, response) => void response.type("text").send("the viewer's page"),
  );
  const server = createServer(
    express()
      .use(router)
      .use(
        answerErrors({
          failed: (error) => void faults.push(error),
          answered: () => {},
          during: (_id, work) => work(),
        }),
      ),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  return {
    application,
    key,
    strangersKey,
    jobId,
    faults,
    get: (path, given, signal) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: given === undefined ? {} : { "service-key": given },
        ...(signal && { signal }),
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await extractor[Symbol.asyncDispose]();
    },
  };
}

async function runJob({ access, jobs }: Application, key: string): Promise<string> {
  const caller = await access.authenticate({ extractionKey: key });
  const job = await jobs.submit(caller, {
    document: { name: "sample.pdf", content: sample() },
    options: {},
    tag: "default",
  });
  await jobs.run(job.id, new AbortController().signal);
  return job.id;
}

async function* sample(): AsyncGenerator<Uint8Array> {
  yield await readFile(SAMPLE);
}

async function* twoPages(): AsyncGenerator<ExtractionEvent> {
  yield { kind: "opened", pageCount: 2, pages: [1, 2] };
  for (const number of [1, 2]) yield { kind: "page", outcome: aPageRead(number) };
}
