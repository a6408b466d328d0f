import type { Role } from "../generated/graphql.ts";

const WORDS: Readonly<Record<Role, string>> = {
  MEMBER: "Member: own records and those shared with them",
  MANAGER: "Manager: everything, including people and tokens",
};

export function roleInWords(role: Role): string {
  return WORDS[role];
}

export const ROLES: readonly { readonly value: Role; readonly label: string }[] = [
  { value: "MEMBER", label: WORDS.MEMBER },
  { value: "MANAGER", label: WORDS.MANAGER },
];
