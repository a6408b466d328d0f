import type { Mailer } from "@galley/core/domain";
import type { Transporter } from "nodemailer";

export interface MailServer {
  /** `smtp://user:password@host:port`, or `smtps:`. The operator chooses it, so no address is blocked. */
  readonly server: string;
  /** The sender, such as "Galley <galley@example.org>". */
  readonly from: string;
}

/** Time limit of each SMTP step, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Sends e-mail over SMTP, one connection per message. The library is loaded with the first one. */
export function createMailer({ server, from }: MailServer): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  let opened: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import("nodemailer");
    return createTransport({ url: server, ...timeouts }, { from });
  };
  return {
    async send({ to, subject, text }) {
      const transport = await (opened ??= open());
      await transport.sendMail({ to, subject, text });
    },
  };
}
