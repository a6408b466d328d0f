import "@mantine/core/styles.layer.css";
import "@mantine/dropzone/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./console.css";

import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider as ApiProvider } from "urql";

import { createApiClient } from "./api/client.ts";
import { router } from "./router.ts";
import { cssVariables, theme } from "./theme.ts";

/** The service writes a fresh nonce into the page for the styles that Mantine adds as elements. */
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
      <Notifications position="bottom-right" />
      <ApiProvider value={createApiClient()}>
        <RouterProvider router={router} />
      </ApiProvider>
    </MantineProvider>
  </StrictMode>,
);
