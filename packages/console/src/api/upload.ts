/** Uploads a file and resolves to the id that `submitDocument` takes. Reports progress from 0 to 1. */
export function upload(file: File, onProgress: (done: number) => void = () => {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  request.open("PUT", `/uploads/${encodeURIComponent(file.name)}`);
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) =>
    onProgress(total === 0 ? 1 : loaded / total),
  );
  request.addEventListener("error", () => reject(new Error("The connection was lost. Try again.")));
  request.addEventListener("load", () => {
    const answer: { id?: string; message?: string } | null = request.response;
    if (request.status < 300 && typeof answer?.id === "string") resolve(answer.id);
    else reject(new Error(answer?.message ?? `The upload failed with status ${request.status}.`));
  });
  request.send(file);
  return promise;
}
