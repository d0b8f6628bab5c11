import { sessionLost } from './client.ts';
import { fetchApi } from './fetch.ts';
import { fileNameOf } from './file-name.ts';
import { asProblem } from './problem.ts';

/**
 * Downloads a document of the API. A plain link would replace the page with the refusal's body; this throws an `ApiProblem` for the screen to
 * show.
 */
export async function download(path: string): Promise<void> {
  let response: Response;
  try {
    response = await fetchApi(new Request(new URL(path, location.origin)));
  } catch (error) {
    const problem = asProblem(error);
    if (problem.code === 'auth.required') sessionLost();
    throw problem;
  }
  const name = fileNameOf(response.headers.get('content-disposition')) ?? path.split('/').at(-1);
  saveFile(await response.blob(), name ?? 'document');
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click, so its URL must not be revoked at once.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
