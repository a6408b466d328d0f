/** The sample that is built into the console, as a file to submit. */
export async function sampleDocument(): Promise<File> {
  const answer = await fetch(`${import.meta.env.BASE_URL}sample.pdf`);
  if (!answer.ok) throw new Error(`The sample could not be loaded (status ${answer.status}).`);
  return new File([await answer.blob()], "sample.pdf", { type: "application/pdf" });
}
