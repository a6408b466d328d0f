import { once } from "node:events";
import { createServer } from "node:http";
import { boundPort } from "@galley/core/testing";
import express from "express";
import { expect, test } from "vitest";
import { CONNECTORS } from "../connectors/connectors.ts";
import { connectorIcons, ICONS_PATH } from "./connector-icons.ts";

test("every connector kind has an icon at the path in the catalogue, and no other path responds", async () => {
  const kinds = CONNECTORS.map(({ kind }) => kind);
  const server = createServer(express().use(ICONS_PATH, connectorIcons(kinds))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${boundPort(server)}`;
  try {
    for (const { icon } of kinds) {
      const answer = await fetch(`${origin}${icon}`);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers.get("content-type")).toContain("image/svg+xml");
      expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/);
    }
    expect((await fetch(`${origin}${ICONS_PATH}/nothing.png`)).status).toBe(404);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
