import { graphql } from "../api/graphql.ts";
import type { OrganizationLimitsQuery, UsageQuery } from "../generated/graphql.ts";

export const USAGE = graphql(`
  query Usage($from: LocalDate!, $to: LocalDate!, $tag: String) {
    usage(from: $from, to: $to, tag: $tag) {
      pages
      byMode {
        mode
        pages
      }
      byDayAndMode: groups(by: [DAY, MODE]) {
        day
        mode
        pages
      }
    }
  }
`);

export const USAGE_BY_TAG = graphql(`
  query UsageByTag($from: LocalDate!, $to: LocalDate!, $tag: String) {
    usage(from: $from, to: $to, tag: $tag) {
      groups(by: [TAG]) {
        tag
        pages
      }
    }
  }
`);

export const USAGE_BY_KEY = graphql(`
  query UsageByKey($from: LocalDate!, $to: LocalDate!, $tag: String) {
    usage(from: $from, to: $to, tag: $tag) {
      groups(by: [KEY]) {
        keyId
        keyDescription
        pages
      }
    }
  }
`);

export const USAGE_CSV = graphql(`
  query UsageCsv($from: LocalDate!, $to: LocalDate!, $tag: String, $by: [UsageKey!]!) {
    usage(from: $from, to: $to, tag: $tag) {
      csv(by: $by)
    }
  }
`);

export const LIMITS = graphql(`
  query OrganizationLimits($organization: String) {
    operatedOrganizations
    organizationLimits(organization: $organization) {
      organization
      own
      nextDay
      pagesPerDay {
        limit
        used
      }
      documentsInFlight {
        limit
        used
      }
      bytesKept {
        limit
        used
      }
    }
  }
`);

export const SET_LIMITS = graphql(`
  mutation SetOrganizationLimits($input: SetOrganizationLimitsInput!) {
    setOrganizationLimits(input: $input) {
      limits {
        organization
      }
    }
  }
`);

export type Limits = OrganizationLimitsQuery["organizationLimits"];

export type UsageOfPeriod = UsageQuery["usage"];

/** The variables that all of them take. */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
  readonly tag: string | null;
}
