import { Button, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { startRegistration } from "@simplewebauthn/browser";
import { useState, type ReactNode } from "react";
import { useMutation, useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { ApiError, messageOf } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { creationOptions } from "./ceremony.ts";

const PASSKEYS = graphql(`
  query Passkeys {
    viewer {
      passkeys {
        id
        name
        createdAt
        lastUsedAt
      }
    }
  }
`);

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

const REMOVE = graphql(`
  mutation RemovePasskey($passkeyId: ID!) {
    removePasskey(input: { passkeyId: $passkeyId }) {
      passkey {
        id
      }
    }
  }
`);
