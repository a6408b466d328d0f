import type { RequestHandler } from "express";

/** For files that never change: their names have a hash of their content. */
export const FOREVER = "public, max-age=31536000, immutable";

/** The addresses of pages are relative to the mount path with a slash. */
export const withSlash: RequestHandler = ({ baseUrl, originalUrl }, response, next) => {
  if (originalUrl.startsWith(`${baseUrl}/`)) next();
  else response.redirect(308, `${baseUrl}/`);
};
