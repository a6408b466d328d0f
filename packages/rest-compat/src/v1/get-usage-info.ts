import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { usageInfo, usageInfoOf } from "../v2/get-usage-info.ts";

/** Version 1 has no counts by mode; a client compares the names of the members. */
const usageInfoOfVersion1 = usageInfo.pick({
  subscription_plan: true,
  monthly_quota: true,
  daily_quota: true,
  today_page_count: true,
  current_page_count: true,
  overage_page_count: true,
});

/** The calling key's page counts and quotas, by UTC day and month. */
export const getUsageInfo = endpoint({
  method: "GET",
  path: "/v1/get-usage-info",
  summary: "Returns the page counts and quotas of the calling key.",
  query: z.object({}),
  body: "none",
  response: { status: 200, body: usageInfoOfVersion1 },
  handle: async ({ application, caller }) =>
    usageInfoOfVersion1.parse(usageInfoOf(await application.usage.allowance(caller))),
});
