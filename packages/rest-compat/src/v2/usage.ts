import { isDay } from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Refusal } from "../http/errors.ts";
import { text, word } from "../http/parameters.ts";

const day = word(z.string().optional());

/** The organization's page counts for a tag, by mode. */
export const usage = endpoint({
  method: "GET",
  path: "/api/v2/usage",
  summary: "Returns the organization's page counts for a tag and a date range, by mode.",
  query: z.object({ tag: text(z.string().optional()), from_date: day, to_date: day }),
  body: "none",
  response: {
    status: 200,
    body: z.object({
      start_date: z.string(),
      end_date: z.string(),
      subscription_id: z.string(),
      tag: z.string(),
      usage: z.array(z.object({ service_type: z.string(), pages_processed: z.int() })),
    }),
  },
  async handle({ application, caller, query: { tag, from_date: from, to_date: to } }) {
    if (tag === undefined) throw new Refusal(400, "please specify the tag while requesting usage info");
    for (const written of [from, to]) {
      if (written === undefined || isDay(written)) continue;
      throw new Refusal(400, "Invalid date format. Valid date format YYYY-MM-DD");
    }
    const report = await application.usage.report(caller, { tag, from, to });
    return {
      start_date: report.from,
      end_date: report.to,
      subscription_id: caller.organizationId,
      tag,
      usage: report.byMode.map(({ mode, pages }) => ({ service_type: mode, pages_processed: pages })),
    };
  },
});
