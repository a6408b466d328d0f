import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { z } from "zod";
import { FOLDERS, ICON } from "../scripts/folders.ts";
import { addRules, anchorOf } from "../scripts/markdown-rules.ts";
import { navigation } from "../scripts/navigation.ts";

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../../gateway/package.json", import.meta.url), "utf8")));

export default defineConfig({
  title: "Galley",
  description: "Documents as text that a language model can use, with the page's layout kept.",
  lang: "en",
  // Switching it would write a style element into the page, which the Content-Security-Policy forbids.
  appearance: { disableTransition: false },
  // Pages name their files relative to themselves, so the folder can be published below any address.
  base: "./",
  srcDir: FOLDERS.pages,
  outDir: FOLDERS.site,
  cacheDir: FOLDERS.cache,
  // A relative address would be wrong after a step to a page in another folder.
  head: [
    ["link", { rel: "icon", href: `data:image/svg+xml;base64,${readFileSync(ICON).toString("base64")}` }],
  ],
  metaChunk: true,
  markdown: {
    anchor: { slugify: anchorOf },
    // Highlighting would need style attributes, which the Content-Security-Policy forbids.
    highlight: (code) => `<pre v-pre><code>${escaped(code)}</code></pre>`,
    config: addRules,
  },
  themeConfig: {
    siteTitle: `Galley ${version}`,
    search: { provider: "local", options: { detailedView: false } },
    sidebar: navigation(),
    outline: { level: [2, 3] },
    docFooter: { prev: false, next: false },
    notFound: {
      quote: "The documentation has no such page. Search for it, or begin at the contents.",
      linkLabel: "Contents",
      linkText: "Contents",
    },
  },
  vite: {
    // The index of the search is the largest file, and loaded only when someone searches.
    build: { chunkSizeWarningLimit: 2000, license: { fileName: "licences.md" } },
    plugins: [
      {
        name: "without-algolia",
        enforce: "pre",
        load: (id: string) => (id.endsWith("VPAlgoliaSearchBox.vue") ? "export default {};" : undefined),
      },
    ],
  },
});

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
