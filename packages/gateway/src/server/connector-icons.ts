import type { ConnectorKind } from "@galley/core/domain";
import express, { type RequestHandler } from "express";

/** The path of icons in the catalogue. */
export const ICONS_PATH = "/icons/connector-icons";

/** Generic icons, a folder and a database, instead of logos. */
const SHAPES = {
  file_system: '<path d="M4 10h14l4 5h22v24H4z"/><path d="M4 20h40"/>',
  database:
    '<ellipse cx="24" cy="11" rx="16" ry="6"/><path d="M8 11v26c0 8 32 8 32 0V11"/><path d="M8 24c0 8 32 8 32 0"/>',
} as const satisfies Record<ConnectorKind["mode"], string>;

/** Serves an icon for each connector kind, without authentication. */
export function connectorIcons(kinds: readonly Pick<ConnectorKind, "icon" | "mode">[]): RequestHandler {
  const modes = new Map(kinds.map(({ icon, mode }) => [decodeURIComponent(icon), mode]));
  return express.Router().get("/:name", (request, response, next) => {
    const mode = modes.get(`${ICONS_PATH}/${request.params.name}`);
    if (!mode) {
      next();
      return;
    }
    response.type("image/svg+xml").set("cache-control", "public, max-age=86400").send(pictureOf(mode));
  });
}

function pictureOf(mode: ConnectorKind["mode"]): string {
  const pen = 'fill="none" stroke="#44546a" stroke-width="3" stroke-linejoin="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><g ${pen}>${SHAPES[mode]}</g></svg>`;
}
