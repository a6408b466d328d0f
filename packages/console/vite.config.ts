import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { inlineFragments } from "./scripts/inline-fragments.ts";

/** `vite` alone serves the sources and passes everything else on to a service at its default address. */
const service = { target: "http://127.0.0.1:8080", changeOrigin: false };

export default defineConfig({
  base: "/console/",
  plugins: [inlineFragments("src/**/*.{ts,tsx}"), react()],
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    license: { fileName: "licences.md" },
    // The console, and one document without the console around it.
    rolldownOptions: { input: ["index.html", "view.html"] },
  },
  server: {
    proxy: {
      "/graphql": { ...service, ws: true },
      "/uploads": service,
      "/view": service,
      "/sign-in": service,
    },
  },
});
