import type { Allowance } from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";

export const usageInfo = z.object({
  subscription_plan: z.literal("self-hosted"),
  monthly_quota: z.int(),
  daily_quota: z.int(),
  today_page_count: z.int(),
  current_page_count: z.int(),
  overage_page_count: z.int(),
  current_page_count_native_text: z.int(),
  current_page_count_low_cost: z.int(),
  current_page_count_high_quality: z.int(),
  current_page_count_form: z.int(),
  current_page_count_table: z.int(),
  /** Documented modes that this service does not have: always 0. */
  current_page_count_excel: z.int(),
  current_page_count_document_insights: z.int(),
});

const UNLIMITED = -1;

/** The calling key's page counts and quotas, by UTC day and month. */
export const getUsageInfo = endpoint({
  method: "GET",
  path: "/api/v2/get-usage-info",
  summary: "Returns the page counts and quotas of the calling key.",
  query: z.object({}),
  body: "none",
  response: { status: 200, body: usageInfo },
  handle: async ({ application, caller }) => usageInfoOf(await application.usage.allowance(caller)),
});

export function usageInfoOf({
  pagesPerDay,
  pagesPerMonth,
  today,
  thisMonth,
  thisMonthByMode,
}: Allowance): z.output<typeof usageInfo> {
  const pages = new Map(thisMonthByMode.map((count) => [count.mode, count.pages]));
  return {
    subscription_plan: "self-hosted",
    monthly_quota: pagesPerMonth ?? UNLIMITED,
    daily_quota: pagesPerDay ?? UNLIMITED,
    today_page_count: today,
    current_page_count: thisMonth,
    overage_page_count: pagesPerMonth === null ? 0 : Math.max(0, thisMonth - pagesPerMonth),
    current_page_count_native_text: pages.get("native_text") ?? 0,
    current_page_count_low_cost: pages.get("low_cost") ?? 0,
    current_page_count_high_quality: pages.get("high_quality") ?? 0,
    current_page_count_form: pages.get("form") ?? 0,
    current_page_count_table: pages.get("table") ?? 0,
    current_page_count_excel: 0,
    current_page_count_document_insights: 0,
  };
}
