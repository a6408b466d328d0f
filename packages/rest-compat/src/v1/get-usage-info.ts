import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { usageInfo, usageInfoOf } from "../get-usage-info.ts";

/** This version knows no numbers by mode; a client compares the names of the members. */
const usageInfoOfVersion1 = usageInfo.pick({
  subscription_plan: true,
  monthly_quota: true,
  daily_quota: true,
  today_page_count: true,
  current_page_count: true,
  overage_page_count: true,
});

/** What the calling key has used and may use, in days and months of UTC. */
export const getUsageInfo = endpoint({
  method: "GET",
  path: "/v1/get-usage-info",
  summary: "Tells what the calling key has used and may use.",
  query: z.object({}),
  body: "none",
  response: { status: 200, body: usageInfoOfVersion1 },
  handle: async ({ application, caller }) =>
    usageInfoOfVersion1.parse(usageInfoOf(await application.usage.allowance(caller))),
});
