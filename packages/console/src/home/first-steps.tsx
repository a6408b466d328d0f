import { Anchor, Group, Text, Title } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { useIsManager } from "../frame/viewer.ts";
import classes from "./home.module.css";

const DONE = graphql(`
  query FirstSteps {
    jobs(first: 1, filter: { statuses: [PROCESSED, RETRIEVED] }) {
      nodes {
        id
      }
    }
    extractionKeys {
      id
      revokedAt
    }
    pipelines(first: 1) {
      nodes {
        id
      }
    }
  }
`);

/** What a new organization does first; gone once all three are done. */
export function FirstSteps(): ReactNode {
  const manager = useIsManager();
  const [{ data }] = useQuery({ query: DONE, requestPolicy: "network-only", pause: !manager });
  if (!data) return null;
  const steps: readonly StepWords[] = [
    {
      done: data.jobs.nodes.length > 0,
      title: "Read a document",
      about: "Drop one above, or use the sample.",
    },
    {
      done: data.extractionKeys.some(({ revokedAt }) => revokedAt === null),
      title: "Get a key",
      about: "Programs submit documents with it.",
      to: "/keys",
    },
    {
      done: data.pipelines.nodes.length > 0,
      title: "Set up a pipeline",
      about: "It reads a folder on a schedule.",
      to: "/pipelines",
    },
  ];
  if (steps.every(({ done }) => done)) return null;
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} id="first-steps" mb={6}>
        First steps
      </Title>
      <ol className={classes["steps"]}>
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
    </section>
  );
}

interface StepWords {
  readonly done: boolean;
  readonly title: string;
  readonly about: string;
  readonly to?: LinkProps["to"] & string;
}

function Step({ done, title, about, to }: StepWords): ReactNode {
  return (
    <li className={classes["step"]}>
      <Group gap="xs" wrap="nowrap">
        {done ? (
          <IconCircleCheckFilled aria-label="Done" size={18} color="var(--mantine-color-green-filled)" />
        ) : (
          <IconCircle aria-label="To do" size={18} color="var(--ink-faint)" />
        )}
        {to === undefined || done ? (
          <Text fw={600}>{title}</Text>
        ) : (
          <Anchor component={Link} to={to} fw={600}>
            {title}
          </Anchor>
        )}
      </Group>
      <Text c="var(--ink-faint)" mt={4}>
        {about}
      </Text>
    </li>
  );
}
