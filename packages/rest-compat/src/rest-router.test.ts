import { connect } from "node:net";
import { DomainError, type Application } from "@galley/core/domain";
import { describe, expect, test } from "vitest";
import { KEY, REVOKED_KEY } from "./testing/memory-application.ts";
import { startRestWorld, type RestWorld } from "./testing/rest-world.ts";

/** An application whose job lookups fail with the given error. */
function failingWith(error: Error): (application: Application) => Application {
  const find = async (): Promise<never> => {
    throw error;
  };
  return (application) => ({ ...application, jobs: { ...application.jobs, find } });
}

function anyStatus(world: RestWorld): Promise<Response> {
  return world.get("/whisper-status", { whisper_hash: "00000000|0" });
}

describe("The key", () => {
  test.each(["service-key", "unstract-key", "Service-Key"])("may come in the header %s", async (name) => {
    await using world = await startRestWorld();
    const answer = await world.get("/test-connection", {}, { headers: { [name]: KEY } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
  });

  test.each([
    ["missing", {}, 401],
    ["blank", { "service-key": "" }, 401],
    ["unknown", { "service-key": "x" }, 401],
    ["in the wrong place", { authorization: "Bearer key" }, 401],
    ["revoked", { "service-key": REVOKED_KEY }, 403],
  ])("that is %s is refused on every path with %j %i", async (_, headers, status) => {
    await using world = await startRestWorld();
    const answers = [
      await world.post("mode=nonsense", { headers }),
      await world.get("/whisper-status", {}, { headers }),
      await world.get("/whisper-retrieve", {}, { headers }),
      await world.get("/whisper-detail", {}, { headers }),
      await world.get("/highlights", {}, { headers }),
      await world.get("/test-connection", {}, { headers }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(await answer.json()).toEqual({ message: expect.any(String) });
    }
  });
});

describe("A method", () => {
  test("that a path does not have is refused with 405 and Allow", async () => {
    await using world = await startRestWorld();
    const answer = await world.get("/whisper", {}, { method: "PUT", headers: {} });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ message: expect.stringContaining("PUT") });
  });

  test("OPTIONS is answered with Allow, without a key", async () => {
    await using world = await startRestWorld();
    const answer = await world.get("/highlights", {}, { method: "OPTIONS", headers: {} });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  test("HEAD is answered as GET, without a body", async () => {
    await using world = await startRestWorld();
    const answer = await world.get("/test-connection", {}, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(0);
    expect(await answer.text()).toBe("");
  });
});

test("an unknown path below /api/v2 is refused with 404 in JSON", async () => {
  await using world = await startRestWorld();
  const answer = await world.get("/nonsense");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.json()).toEqual({ message: "There is no GET /api/v2/nonsense." });
});

test("paths outside of /api/v2 are left to others", async () => {
  await using world = await startRestWorld();
  expect((await fetch(`${world.url}/graphql`)).headers.get("content-type")).not.toBe("application/json");
});

describe("A failure", () => {
  test("that the application did not foresee is answered with 500 without its words, and reported", async () => {
    const fault = new Error("secret detail");
    await using world = await startRestWorld({ intercept: failingWith(fault) });
    const answer = await anyStatus(world);
    expect(answer.status).toBe(500);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.text()).not.toContain("secret");
    expect(world.faults).toEqual([fault]);
  });

  test("of something the service needs is answered with 503 and Retry-After", async () => {
    const unavailable = new DomainError("UNAVAILABLE", "The database does not answer.");
    await using world = await startRestWorld({ intercept: failingWith(unavailable) });
    const answer = await anyStatus(world);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await answer.json()).toEqual({ message: "The database does not answer." });
    expect(world.faults).toEqual([]);
  });

  test("over an option is told in the documented name of the option", async () => {
    const refusal = new DomainError("BAD_INPUT", "lineTolerance: too much", { field: "lineTolerance" });
    await using world = await startRestWorld({ intercept: failingWith(refusal) });
    const answer = await anyStatus(world);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: "line_splitter_tolerance: too much" });
  });
});

test("a sender that breaks off leaves no fault behind", async () => {
  const submission = Promise.withResolvers<void>();
  await using world = await startRestWorld({
    intercept: (application) => ({
      ...application,
      jobs: {
        ...application.jobs,
        submit: (...call) => application.jobs.submit(...call).finally(submission.resolve),
      },
    }),
  });
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  const head = ["POST /api/v2/whisper HTTP/1.1", "Host: x", `Service-Key: ${KEY}`, "Content-Length: 999"];
  socket.write(`${head.join("\r\n")}\r\n\r\n%PDF-`, () => socket.destroy());
  await submission.promise;
  expect((await world.get("/test-connection")).status).toBe(200);
  expect(world.faults).toEqual([]);
});
