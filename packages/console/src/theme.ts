import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** A printer's blue, from light to dark. */
const ink: MantineColorsTuple = [
  "#eef4fc",
  "#dbe6f5",
  "#b4ccec",
  "#8fb4e8",
  "#6796d8",
  "#467bc4",
  "#2f66b0",
  "#1f4f8f",
  "#183f73",
  "#112e55",
];

export const theme = createTheme({
  colors: { ink },
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 4,
  fontFamily: "system-ui, sans-serif",
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "19px" },
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "20px" }, h2: { fontSize: "16px" }, h3: { fontSize: "14px" } },
  },
  cursorType: "pointer",
  components: {
    CloseButton: { defaultProps: { "aria-label": "Close" } },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
  },
});

/** Mantine's faint greys and its coloured texts on tints of themselves miss the contrast of WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-color-dimmed": "var(--ink-faint)",
    "--mantine-color-placeholder": "var(--ink-faint)",
    "--mantine-color-body": "var(--sheet)",
    "--mantine-color-text": "var(--ink)",
  },
  light: {
    "--mantine-color-green-light-color": "#1d5c2c",
    "--mantine-color-yellow-light-color": "#7a4b00",
    "--mantine-color-red-light-color": "#a01e1e",
    "--mantine-color-gray-light-color": "#45494f",
  },
  dark: {
    "--mantine-color-anchor": "var(--mantine-color-ink-3)",
    "--mantine-color-ink-light-color": "var(--mantine-color-ink-3)",
    "--mantine-color-ink-text": "var(--mantine-color-ink-3)",
  },
});
