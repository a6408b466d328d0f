import { once } from "node:events";
import { get as httpGet, type IncomingMessage, ServerResponse } from "node:http";
import type { Application, OpenedText } from "@galley/core/domain";
import { aPageRead } from "@galley/core/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { KEY } from "../testing/memory-application.ts";
import { startRestWorld, type RestWorld } from "../testing/rest-world.ts";
import { documentResultOf } from "../result/document-result.ts";

const PAGES = 1500;
/** With what JSON and UTF-8 encode in several characters. */
const TEXT = `Wörter "in" 42 \u{1F600}\\\n\n${"x".repeat(80)}`;
const LONG = Array.from({ length: PAGES }, (_, index) => aPageRead(index + 1, { text: TEXT }));

/** The longest write: a chunk that lacks one character, and a page or a line more. */
const LONGEST_WRITE = 32 * 1024 + 2 * TEXT.length;

const NO_END = "x".repeat(64 * 1024);

test.each(["false", "true"])(
  "a long text is the same as in one piece, with add_line_nos=%s",
  async (add_line_nos) => {
    await using world = await startRestWorld();
    const { id, handle } = await world.read(LONG, { add_line_nos });
    const { caller, application } = world;
    const whole = await application.jobs.readText(caller, { id });

    const write = vi.spyOn(ServerResponse.prototype, "write");
    onTestFinished(() => write.mockRestore());
    const answer = await world.get("/whisper-retrieve", { whisper_hash: handle });
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.text()).toBe(
      JSON.stringify({ ...documentResultOf(whole), whisper_metadata: { avg_page_processing_time: 0.25 } }),
    );
    const writes = write.mock.calls.map(([chunk]) => String(chunk).length);
    expect(writes.length).toBeGreaterThan(1);
    expect(Math.max(...writes)).toBeLessThan(LONGEST_WRITE);
  },
);

test("a long text can be retrieved as text", async () => {
  await using world = await startRestWorld();
  const { id, handle } = await world.read(LONG);
  const { content } = await world.application.jobs.readText(world.caller, { id });
  const answer = await world.get("/whisper-retrieve", { whisper_hash: handle, text_only: "true" });
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toBe(content.text);
});

test("a short text has a length", async () => {
  await using world = await startRestWorld();
  const { handle } = await world.read([aPageRead(1)]);
  const answer = await world.get("/whisper-retrieve", { whisper_hash: handle });
  expect(answer.headers.get("content-length")).toBe(`${(await answer.text()).length}`);
  expect(answer.headers.get("transfer-encoding")).toBeNull();
});

test("no more is computed than the caller reads, and nothing after the caller has left", async () => {
  const ended = Promise.withResolvers<number>();
  let computed = 0;
  // Without backpressure, this never ends.
  function* endless(): Generator<string, void, undefined> {
    try {
      for (;;) {
        computed++;
        yield NO_END;
      }
    } finally {
      ended.resolve(computed);
    }
  }
  await using world = await startRestWorld({ intercept: textFrom(endless) });
  const response = await begun(world);
  await once(response, "data");
  response.destroy();
  expect(await ended.promise).toBe(computed);
  expect(world.faults).toEqual([]);
});

test("a caller who stops reading is disconnected, and nothing more is computed", async () => {
  const ended = Promise.withResolvers<void>();
  function* endless(): Generator<string, void, undefined> {
    try {
      for (;;) yield NO_END;
    } finally {
      ended.resolve();
    }
  }
  await using world = await startRestWorld({ intercept: textFrom(endless), stalledMs: 50 });
  const response = await begun(world);
  await ended.promise;
  const read = async (): Promise<void> => {
    for await (const _ of response);
  };
  await expect(read()).rejects.toThrow("aborted");
  expect(world.faults).toEqual([]);
});

test("a fault while the text is computed ends the connection, so a part is not taken for the whole", async () => {
  const fault = new Error("broken");
  function* failing(): Generator<string, void, undefined> {
    yield NO_END;
    yield NO_END;
    throw fault;
  }
  await using world = await startRestWorld({ intercept: textFrom(failing) });
  const response = await begun(world);
  expect(response.statusCode).toBe(200);
  const read = async (): Promise<void> => {
    for await (const _ of response);
  };
  await expect(read()).rejects.toThrow("aborted");
  expect(world.faults).toEqual([fault]);
});

test("a long text that was not sent whole can be retrieved again; then it is delivered", async () => {
  await using world = await startRestWorld();
  const { id, handle } = await world.read(LONG);
  const { content } = await world.application.jobs.readText(world.caller, { id });
  const query = new URLSearchParams({ whisper_hash: handle });
  const request = httpGet(`${world.url}/api/v2/whisper-retrieve?${query.toString()}`, {
    headers: { "service-key": KEY },
  });
  request.on("error", () => undefined);
  const [response]: IncomingMessage[] = await once(request, "response");
  response?.on("error", () => undefined);
  request.destroy();
  const again = await world.get("/whisper-retrieve", { whisper_hash: handle });
  expect(await again.json()).toMatchObject({ result_text: content.text });
  expect((await world.application.jobs.find(world.caller, { id })).status).toBe("retrieved");
  const third = await world.get("/whisper-retrieve", { whisper_hash: handle });
  expect([third.status, await third.json()]).toEqual([400, { message: "Whisper already delivered" }]);
  expect(world.faults).toEqual([]);
});

test.each([
  ["short", [aPageRead(1)]],
  ["long", LONG],
])(
  "of two callers who retrieve a %s text at once, one gets it whole and the other 400",
  async (_what, pages) => {
    await using world = await startRestWorld();
    const { handle } = await world.read(pages);
    const retrieve = async (): Promise<number> => {
      const answer = await world.get("/whisper-retrieve", { whisper_hash: handle });
      await answer.text();
      return answer.status;
    };
    expect(new Set(await Promise.all([retrieve(), retrieve()]))).toEqual(new Set([200, 400]));
    expect(world.faults).toEqual([]);
  },
);

/** An application whose texts come from `pieces`. */
function textFrom(pieces: () => Iterable<string>): (application: Application) => Application {
  return (application) => {
    const openText: Application["jobs"]["openText"] = async (...call): Promise<OpenedText> => {
      const { content, ...retrieved } = await application.jobs.openText(...call);
      return { ...retrieved, content: { ...content, textByPage: pieces } };
    };
    return { ...application, jobs: { ...application.jobs, openText } };
  };
}

/** The beginning of the response with the text of a job. */
async function begun(world: RestWorld): Promise<IncomingMessage> {
  const { handle } = await world.read([aPageRead(1)]);
  const query = new URLSearchParams({ whisper_hash: handle });
  const request = httpGet(`${world.url}/api/v2/whisper-retrieve?${query.toString()}`, {
    headers: { "service-key": KEY },
  });
  const [response]: [IncomingMessage] = await new Promise((resolve, reject) => {
    request.once("response", (...given) => resolve(given));
    request.once("error", reject);
  });
  return response;
}
