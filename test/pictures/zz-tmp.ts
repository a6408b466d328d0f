import { mkdir } from "node:fs/promises";
import { chromiumPath, startBrowser } from "../support/clients/browser.ts";
import { visitConsole } from "../support/clients/console.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { furnish } from "./furnish.ts";
import { readFile } from "node:fs/promises";
import { createRestClient } from "../support/clients/rest-client.ts";
import { createGraphqlClient } from "../support/clients/graphql-client.ts";
import { z } from "zod";
const target = "/tmp/pics/";
await mkdir(target, { recursive: true });
await using folder = temporaryFolder();
await using service = await startService({ env: { GALLEY_LOCAL_ROOTS: folder.path } });
const browser = await startBrowser(chromiumPath() ?? "");
try {
  const furnished = await furnish(service, folder.path);
  const rest = createRestClient(service);
  const hash = await rest.submit(await readFile("/work/shared/data/documents/invoices/PDFUA-Ref-2-02_Invoice.pdf"), { mode: "form", file_name: "real.pdf" });
  await rest.waitUntilSettled(hash);
  const { job } = await createGraphqlClient(service).read(z.object({ job: z.object({ id: z.string() }) }), `{ job(handle: ${JSON.stringify(hash)}) { id } }`);
  for (const width of [1440, 1024, 390]) {
    await using visit = await visitConsole(browser, service, `/documents/${job.id}`, { width, height: 800 });
    await visit.page.locator("[data-page] pre").first().waitFor({ timeout: 60000 });
    await visit.page.waitForTimeout(4000);
    await visit.page.screenshot({ path: `${target}real-${width}.png` });
  }
  for (const [width, height] of [[1440, 800], [1024, 768], [390, 844]] as const) {
    await using visit = await visitConsole(browser, service, `/documents/${furnished.document}`, { width, height });
    await visit.page.locator("[data-page] pre").first().waitFor({ timeout: 60000 });
    await visit.page.locator("[data-page] img").first().waitFor({ timeout: width > 400 ? 60000 : 1 }).catch(() => {});
    await visit.page.waitForTimeout(1000);
    await visit.page.screenshot({ path: `${target}document-${width}.png` });
    if (width > 400) {
      const handle = visit.page.getByRole("separator");
      const box = await handle.boundingBox();
      if (box) {
        await visit.page.mouse.move(box.x + 6, box.y + 200);
        await visit.page.mouse.down();
        await visit.page.mouse.move(box.x + 206, box.y + 200, { steps: 5 });
        await visit.page.mouse.up();
      }
      await visit.page.waitForTimeout(500);
      await visit.page.screenshot({ path: `${target}document-${width}-dragged.png` });
      await visit.page.reload();
      await visit.page.locator("[data-page] pre").first().waitFor({ timeout: 60000 });
      await visit.page.waitForTimeout(1500);
      await visit.page.screenshot({ path: `${target}document-${width}-kept.png` });
    }
    console.log(visit.complaints);
  }
} finally {
  await browser.close();
}
