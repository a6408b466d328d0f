import { Anchor, Button } from "@mantine/core";
import { createLink } from "@tanstack/react-router";

/** A link in text to a screen. */
export const TextLink = createLink(Anchor<"a">);

/** A button that leads to a screen. */
export const ButtonLink = createLink(Button<"a">);
