import { createTheme, type MantineColorsTuple } from "@mantine/core";

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
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  defaultRadius: 4,
  fontFamily: "system-ui, sans-serif",
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "19px" },
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "20px" }, h2: { fontSize: "16px" }, h3: { fontSize: "14px" } },
  },
  cursorType: "pointer",
});
