import type { EnquiryInput } from '#domain/enquiries/enquiry.ts';
import { fetchApi } from '../api/fetch.ts';
import { asProblem, problemWords } from '../api/problem.ts';
import { Submission } from '../api/submission-key.ts';

/** Sending by the site, loaded on demand, so that reading a form does not load it. */

export interface Receipt {
  readonly reference: string;
  readonly acknowledged: boolean;
}

/** One submission per page: its key stays until the input changes or the server has given a final answer. */
const submission = new Submission();

/** @throws ApiProblem when the server refuses or cannot be reached. */
export async function postEnquiry(enquiry: EnquiryInput): Promise<Receipt> {
  try {
    const response = await fetchApi(
      new Request('/api/enquiries', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': submission.keyFor(enquiry) },
        body: JSON.stringify(enquiry),
      }),
    );
    const receipt = (await response.json()) as Receipt;
    submission.settled();
    return receipt;
  } catch (error) {
    if (asProblem(error).isFinal) submission.settled();
    throw error;
  }
}

/** The server's words for a refusal; null when it was unreachable or failed. */
export function refusalWords(error: unknown, tKey: Parameters<typeof problemWords>[1]): string | null {
  const problem = asProblem(error);
  return problem.isFinal ? problemWords(problem, tKey).detail : null;
}
