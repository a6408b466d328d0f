import { Anchor, Button } from "@mantine/core";
import { createLink } from "@tanstack/react-router";

/** A link in text to a screen. */
export const TextLink = createLink(Anchor<"a">);

const AnchorButton = Button.withProps<"a">({ component: "a" });

/** A link that looks like a button. */
export const ButtonLink = createLink(AnchorButton<"a">);
