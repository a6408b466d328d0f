import "@mantine/dropzone/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";

import { Notifications } from "@mantine/notifications";
import { RouterProvider } from "@tanstack/react-router";
import { Provider as ApiProvider } from "urql";

import { createApiClient } from "./api/client.ts";
import { router } from "./router.ts";
import { startPage } from "./start-page.tsx";

startPage(
  <>
    <Notifications position="bottom-right" />
    <ApiProvider value={createApiClient()}>
      <RouterProvider router={router} />
    </ApiProvider>
  </>,
);
