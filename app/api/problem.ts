import type { RefusalCode, RefusalParams } from '#domain/errors.ts';

/** A field at fault, by its name in the request, with the catalogue key of the sentence shown beside it. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
  readonly params?: RefusalParams;
}

/**
 * What the connection did to a call that the server did not answer. `offline`: there was no network, nothing was sent. `unanswered`: a call that
 * changes data was sent without an answer and may have been executed. `unreachable`: no answer to a call that changes nothing, or that its
 * caller repeats by hand.
 */
type ConnectionProblem = 'offline' | 'unanswered' | 'unreachable';

/** The server's own refusals, connection failures, and `page-fault`: an error of this code, which knows nothing of what the server did. */
export type ProblemCode = RefusalCode | ConnectionProblem | 'page-fault';

/** Why a call failed: the server's problem details (RFC 9457), or a missing answer. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly params: RefusalParams;
  readonly fields: readonly FieldProblem[];
  /** Whether the sending dialog already reports it: no toast is shown then. */
  isShown = false;
  /** Whether a dialog offers to propose the call to others (approval.ts): no toast is shown then. */
  isOffered = false;

  constructor(problem: {
    code: ProblemCode;
    status: number;
    title: string;
    detail: string;
    params?: RefusalParams;
    fields?: readonly FieldProblem[];
  }) {
    super(`${problem.code}: ${problem.title}`);
    this.name = 'ApiProblem';
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.params = problem.params ?? {};
    this.fields = problem.fields ?? [];
  }

  /** Whether the refusal is final; otherwise the same submission may be sent again with its key. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** The problem of a call that the server did not answer. */
export const connectionProblem = (code: ConnectionProblem, status = 0) =>
  new ApiProblem({ code, status, title: '', detail: '' });

/** Reads the body of an answer that is not a success. A proxy may answer with another format. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const problem = (body !== null && typeof body === 'object' ? body : {}) as Partial<{
    code: RefusalCode;
    title: string;
    detail: string;
    params: RefusalParams;
    errors: FieldProblem[];
  }>;
  return new ApiProblem({
    code: problem.code ?? (response.status >= 500 ? 'service.unavailable' : 'request.invalid'),
    status: response.status,
    title: problem.title ?? '',
    detail: problem.detail ?? '',
    params: problem.params,
    fields: problem.errors,
  });
}

/** Any error as a problem: an unknown one is a fault of this code, not of the server. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem({ code: 'page-fault', status: 0, title: '', detail: '' });
}

/** The words for a problem in the language of the screen, with the server's French as fallback. */
export function problemWords(
  problem: ApiProblem,
  tKey: (key: string, values?: Record<string, string | number>) => string,
): { title: string; detail: string } {
  // The colleague may be deleted, and their name with them, or be the client, who is not named here.
  const params = { ...problem.params, by: problem.params.by || tKey('errors.someone') };
  const word = (part: 'title' | 'detail', fallback: string) => {
    const key = `errors.${problem.code}.${part}`;
    const text = tKey(key, params);
    // A fault that has no reference: the sentence that would name it is left out.
    return text === key ? fallback : text.replace(/[^.。]*\{\{reference.*/, '');
  };
  return { title: word('title', problem.title), detail: word('detail', problem.detail) };
}
