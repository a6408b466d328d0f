/**
 * The page that a person sees after returning from a provider. A window that the console opened is closed by the console
 * when it finds `data-signed-in`.
 */
export function arrivalPage({
  message,
  isSignedIn,
}: {
  readonly message: string;
  readonly isSignedIn: boolean;
}): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Galley</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 4rem auto; max-width: 32rem; padding: 0 1rem }</style>
<main${isSignedIn ? " data-signed-in" : ""}><h1>Galley</h1><p>${escaped(message)}</p></main>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
