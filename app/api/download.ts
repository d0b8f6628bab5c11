import { sessionLost } from './client.ts';
import { fetchApi } from './fetch.ts';
import { fileNameOf } from './file-name.ts';
import { asProblem } from './problem.ts';

/**
 * Fetches a document of the API and hands it to the browser to keep. A plain link would leave the page for the words of a refusal; this
 * throws an `ApiProblem` for the screen to tell.
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
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download =
    fileNameOf(response.headers.get('content-disposition')) ?? path.split('/').at(-1) ?? 'document';
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click: it must still be there.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
