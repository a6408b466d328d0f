import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import { createPasskey } from "../api/passkeys.ts";
import { useAction } from "../parts/use-action.ts";
import { browserInWords } from "./browser-in-words.ts";

const BEGIN = graphql(`
  mutation BeginAddingPasskey {
    beginAddingPasskey {
      challenge
      options
    }
  }
`);

const ADD = graphql(`
  mutation AddPasskey($input: AddPasskeyInput!) {
    addPasskey(input: $input) {
      passkey {
        id
      }
    }
  }
`);

export function AddPasskey(): ReactNode {
  const begin = useAction(BEGIN);
  const add = useAction(ADD, { done: "The passkey was added." });
  const form = useForm({
    initialValues: { name: browserInWords(navigator.userAgent).slice(0, 64) },
    validate: { name: (name) => (name.trim() === "" ? "Give the passkey a name." : null) },
  });
  const create = async ({ name }: typeof form.values): Promise<void> => {
    const begun = await begin.run({});
    if (begun === undefined) return;
    const { challenge, options } = begun.beginAddingPasskey;
    const response = await createPasskey(options);
    if (response === undefined) notifications.show({ message: "No passkey was added." });
    else await add.run({ input: { challenge, response, name: name.trim() } });
  };
  return (
    <form onSubmit={form.onSubmit((values) => void create(values))}>
      <Group align="flex-end">
        <TextInput label="Name of the passkey" maxLength={64} {...form.getInputProps("name")} />
        <Button type="submit" variant="default" loading={begin.busy || add.busy}>
          Add a passkey
        </Button>
      </Group>
    </form>
  );
}
