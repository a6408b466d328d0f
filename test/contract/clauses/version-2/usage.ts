import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { assertJson, assertKeys, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { THREE_PAGES } from "../../documents.ts";
import { valueAt, type Exchange } from "../../exchange.ts";

const COUNTS = [
  "current_page_count",
  "current_page_count_native_text",
  "current_page_count_low_cost",
  "current_page_count_high_quality",
  "current_page_count_form",
  "current_page_count_table",
  "current_page_count_excel",
  "current_page_count_document_insights",
  "daily_quota",
  "monthly_quota",
  "overage_page_count",
  "today_page_count",
] as const;

const NO_TAG = "please specify the tag while requesting usage info";
const WRONG_DATE = "Invalid date format. Valid date format YYYY-MM-DD";

async function countsOf({ call }: Exchange): Promise<Record<(typeof COUNTS)[number], number>> {
  return Object((await call("GET", "/get-usage-info")).json);
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

export const USAGE: readonly Clause[] = [
  {
    id: "usage-info-shape",
    rule: "MUST return 200 with exactly the thirteen documented fields, counts as integers",
    async check({ call }) {
      const reply = await call("GET", "/get-usage-info");
      assertJson(reply, 200);
      assertKeys(reply.json, ["subscription_plan", ...COUNTS]);
      assert.equal(typeof valueAt(reply.json, "subscription_plan"), "string");
      for (const count of COUNTS) assert.ok(Number.isInteger(valueAt(reply.json, count)), count);
    },
  },
  {
    id: "usage-info-counts",
    rule: "MUST count every finished page for its day, month and mode, and for no other mode",
    async check(exchange) {
      const before = await countsOf(exchange);
      await exchange.settled(THREE_PAGES, { mode: "table" });
      const after = await countsOf(exchange);
      assert.equal(after.current_page_count_table - before.current_page_count_table, 3);
      assert.equal(after.current_page_count_form, before.current_page_count_form);
      assert.ok(after.current_page_count - before.current_page_count >= 3);
      assert.ok(after.today_page_count - before.today_page_count >= 3);
    },
  },
  {
    id: "usage-shape",
    rule: "MUST return 200 with the pages of a tag by mode, by default of the last 30 days",
    async check({ call, settled }) {
      const tag = `ledger ${randomUUID()}`;
      await settled(THREE_PAGES, { mode: "table", tag, pages_to_extract: "1-2" });
      await settled(THREE_PAGES, { mode: "native_text", tag });
      const reply = await call("GET", "/usage", { query: { tag } });
      assertJson(reply, 200);
      const { subscription_id, ...facts } = Object(reply.json);
      assert.ok(typeof subscription_id === "string" && subscription_id !== "");
      assert.deepEqual(facts, {
        start_date: dayBefore(30),
        end_date: dayBefore(0),
        tag,
        usage: [
          { service_type: "native_text", pages_processed: 3 },
          { service_type: "table", pages_processed: 2 },
        ],
      });
    },
  },
  {
    id: "usage-dates",
    rule: "MUST count the days from from_date to to_date, both included",
    async check({ call, settled }) {
      const tag = randomUUID();
      await settled(THREE_PAGES, { mode: "form", tag });
      const ofDays = async (from_date: string, to_date: string): Promise<unknown> =>
        valueAt((await call("GET", "/usage", { query: { tag, from_date, to_date } })).json, "usage");
      assert.deepEqual(await ofDays(dayBefore(0), dayBefore(0)), [
        { service_type: "form", pages_processed: 3 },
      ]);
      assert.deepEqual(await ofDays(dayBefore(9), dayBefore(1)), []);
    },
  },
  {
    id: "usage-without-tag",
    rule: "MUST return 400 with the documented message if the tag is missing or blank",
    async check({ call }) {
      assertRefused(await call("GET", "/usage"), 400, NO_TAG);
      assertRefused(await call("GET", "/usage", { query: "tag=" }), 400, NO_TAG);
    },
  },
  {
    id: "usage-wrong-date",
    rule: "MUST return 400 with the documented message for an invalid date",
    async check({ call }) {
      for (const date of ["31-12-2025", "2025-02-29", "2025-1-1", "2025-12-31T00:00:00Z", "yesterday"]) {
        for (const parameter of ["from_date", "to_date"]) {
          const query = { tag: "default", [parameter]: date };
          assertRefused(await call("GET", "/usage", { query }), 400, WRONG_DATE);
        }
      }
    },
  },
  {
    id: "usage-reversed-dates",
    rule: "MUST return 400 naming from_date if it is after to_date",
    async check({ call }) {
      const query = { tag: "default", from_date: "2026-02-02", to_date: "2026-02-01" };
      assertRefused(await call("GET", "/usage", { query }), 400, /^from_date/);
    },
  },
];
