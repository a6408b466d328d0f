import { Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import classes from "./home.module.css";

const TABLES = [
  {
    schema: "invoice",
    label: "Invoices to a table",
    about: "Numbers, dates, totals and rows of invoices as an Excel sheet",
  },
  { schema: "receipt", label: "Receipts to a table", about: "Shop, date and total of each receipt" },
  {
    schema: "bank-statement",
    label: "Bank statements to a table",
    about: "Balances, and the bookings of all statements in one sheet",
  },
] as const;

/** The second thing that people come for: data instead of text. */
export function TablesOfDocuments(): ReactNode {
  return (
    <section aria-labelledby="tables">
      <Title order={2} id="tables" mb={6}>
        From documents to a table
      </Title>
      <ul className={classes["steps"]}>
        {TABLES.map(({ schema, label, about }) => (
          <li key={schema}>
            <Link to="/fields" search={{ schema }} className={classes["table"] ?? ""}>
              <Text fw={600}>{label}</Text>
              <Text size="sm" c="var(--ink-faint)">
                {about}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
