import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AccessTier, Application, User } from "@galley/core/domain";
import { MEMORY_KINDS, boundPort } from "@galley/core/testing";
import express from "express";
import { z } from "zod";
import { managementRouter } from "../management/management-router.ts";
import { createMemoryApplication } from "./memory-application.ts";

/** A caller with a token. */
export interface Somebody {
  readonly user: User;
  readonly token: string;
}

/** A response whose JSON is read by path: `at("results", 0, "id")`. */
export interface ManagementAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
  readonly at: (...path: readonly (string | number)[]) => unknown;
}

/** The management API of an organization on a server of its own, with an application in memory. */
export interface ManagementWorld extends AsyncDisposable {
  readonly url: string;
  readonly application: Application;
  /** The faults that were answered with 500. */
  readonly faults: readonly unknown[];
  /** A member of the organization with a token of the given tier. */
  somebody(tier?: AccessTier): Promise<Somebody>;
  /** Sends a request, by default with the first manager's token. */
  call(method: string, path: string, asked?: Asked): Promise<ManagementAnswer>;
  /** Creates a workflow and returns its id. */
  workflow(token?: string): Promise<string>;
  /** Creates a connector and returns its id. */
  connector(facts?: object, token?: string): Promise<string>;
  /** Creates a pipeline and returns its id. */
  pipeline(facts?: object, token?: string): Promise<string>;
}

interface Asked {
  readonly token?: string | undefined;
  readonly body?: unknown;
}

const FIRST = {
  organization: "press",
  managerEmail: "editor@press.example",
  extractionKey: "an extraction key of the press",
  accessToken: "1f1cf0b5-8f0d-4c5f-9a3a-0c6f8b8d4a11",
};

export async function startManagementWorld(): Promise<ManagementWorld> {
  const { application } = await createMemoryApplication();
  await application.access.createFirst(FIRST);
  const faults: unknown[] = [];
  const options = { onFault: (fault: unknown) => void faults.push(fault), publicUrl: () => PUBLIC_URL };
  const server = createServer(express().use(managementRouter(application, options))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${boundPort(server)}`;

  const call: ManagementWorld["call"] = async (method, path, { token = FIRST.accessToken, body } = {}) => {
    const answer = await fetch(`${url}/api/v1/service/press${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json: unknown = text === "" ? undefined : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, json, at: (...places) => inside(json, places) };
  };
  const made = async (path: string, body: object, token?: string): Promise<string> => {
    const { status, json } = await call("POST", path, { token, body });
    if (status !== 201) throw new Error(`${path} answers ${status}: ${JSON.stringify(json)}`);
    return z.object({ id: z.string() }).parse(json).id;
  };
  const workflow: ManagementWorld["workflow"] = (token) =>
    made("/workflow/", { workflow_name: randomUUID() }, token);
  return {
    url,
    application,
    faults,
    call,
    workflow,
    somebody: (tier = "full_access") => newMember(application, tier),
    connector: (facts, token) =>
      made("/connector/", { ...A_CONNECTOR, connector_name: randomUUID(), ...facts }, token),
    async pipeline(facts, token) {
      const body = { pipeline_name: randomUUID().slice(0, 30), workflow: await workflow(token), ...facts };
      return made("/pipeline/", body, token);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The service's address as callers know it. */
export const PUBLIC_URL = "https://galley.example";

const A_CONNECTOR = {
  connector_id: MEMORY_KINDS.files,
  connector_metadata: { host: "files.example", password: "hunter2" },
};

async function newMember(application: Application, tier: AccessTier): Promise<Somebody> {
  const manager = await application.access.authenticate({ accessToken: FIRST.accessToken });
  const { user } = await application.members.add(manager, {
    email: `${randomUUID()}@press.example`,
    role: "member",
  });
  const request = { name: "a test's", description: "", tier, userId: user.id };
  const { secret } = await application.accessTokens.create(manager, request);
  return { user, token: secret };
}

function inside(json: unknown, places: readonly (string | number)[]): unknown {
  return places.reduce<unknown>((part, place) => Reflect.get(Object(part), place), json);
}
