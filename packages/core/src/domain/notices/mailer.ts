/** Sends e-mail. */
export interface Mailer {
  /** @throws Error when the message was not taken. */
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
