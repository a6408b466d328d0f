import { facts, matching, readAs, type ValuesOf } from "./variable.ts";

const smtpUrl = readAs("smtp://user:password@host:port or smtps://…", (text) => {
  const url = URL.parse(text);
  return url?.protocol === "smtp:" || url?.protocol === "smtps:" ? url.href : undefined;
});

/** E-mail delivery of notices. */
export const mailVariables = {
  GALLEY_SMTP_URL: smtpUrl
    .optional()
    .register(facts, { meaning: "mail server for notices", unset: "none", hide: "password" }),
  GALLEY_MAIL_FROM: matching("a sender such as Galley <galley@example.org>", /^[^\s@].*@[^\s@]+$/)
    .prefault("galley@localhost")
    .register(facts, { meaning: "sender address of e-mail" }),
};

export interface MailConfig {
  /** Undefined if no e-mail is sent. */
  readonly mail: { readonly server: string; readonly from: string } | undefined;
}

export function mailConfig(environment: ValuesOf<typeof mailVariables>): MailConfig {
  const { GALLEY_SMTP_URL: server, GALLEY_MAIL_FROM: from } = environment;
  return { mail: server ? { server, from } : undefined };
}
