/** Sends e-mail. */
export interface Mailer {
  /** @throws Error if the message was not accepted. */
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
