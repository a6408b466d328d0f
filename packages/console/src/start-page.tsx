import "@mantine/core/styles.layer.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./console.css";

import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

import { cssVariables, theme } from "./theme.ts";

/** Shows the content in the page. The service writes a fresh nonce into it for the styles that Mantine adds as elements. */
export function startPage(content: ReactNode): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  // Mantine's panels lock the page's scrolling through a style element of their own.
  setNonce(nonce);
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no element with the id root.");
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {content}
      </MantineProvider>
    </StrictMode>,
  );
}
