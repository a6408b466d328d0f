import { Button, Modal, PasswordInput, Radio, Stack, Text } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";

import { keepKey, type KeyHeader } from "./view-requests.ts";

const KINDS: readonly { readonly header: KeyHeader; readonly label: string }[] = [
  { header: "service-key", label: "Extraction key" },
  { header: "authorization", label: "Access token" },
];

/** Characters that a header can have. */
const SENDABLE = /^[\u0020-\u007e]+$/;

/** Asks for a key of the document's organization. */
export function KeyDialog({
  problem,
  onKey,
}: {
  /** Why the last key was refused. */
  readonly problem: string | undefined;
  readonly onKey: () => void;
}): ReactNode {
  const [header, setHeader] = useState<KeyHeader>("service-key");
  const [secret, setSecret] = useState("");
  const [unusable, setUnusable] = useState(false);
  const enter = (event: FormEvent): void => {
    event.preventDefault();
    const typed = secret.trim();
    setUnusable(!SENDABLE.test(typed));
    if (!SENDABLE.test(typed)) return;
    keepKey(header, typed);
    setSecret("");
    onKey();
  };
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title="This document needs a key">
      <form onSubmit={enter}>
        <Stack>
          <Text>Enter a key or a token of the organization to which the document belongs.</Text>
          <Radio.Group
            label="Kind"
            value={header}
            onChange={(value) => setHeader(value === "authorization" ? value : "service-key")}
          >
            <Stack gap={6} pt={4}>
              {KINDS.map((kind) => (
                <Radio key={kind.header} value={kind.header} label={kind.label} />
              ))}
            </Stack>
          </Radio.Group>
          <PasswordInput
            label="Key or token"
            description="It is kept until this tab is closed."
            autoComplete="off"
            data-autofocus
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            error={unusable ? "Keys and tokens consist of letters, digits and punctuation." : problem}
          />
          <Button type="submit">Show the document</Button>
        </Stack>
      </form>
    </Modal>
  );
}
