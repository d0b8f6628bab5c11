import { type ReactNode, useEffect, useState } from 'react';
import { type CallOptions, useSubmission } from '../api/submission.ts';
import { useProblemToast } from '../form/problem-toast.ts';
import { PageHead } from '../page/page-head.tsx';
import { tokenIn, useAnotherLink } from '../page/token-in-address.ts';
import { Card } from '../ui/card.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import './entrance-forms.css';

/** Where a link stands: it may be followed; it cannot be any more; somebody else has the address. */
export type LinkEnd = 'over' | 'taken';

/**
 * The token of a mailed link and the call that uses it. A press makes the call, not the visit: programs that open the links of a mail to
 * check them must change nothing.
 */
export function useMailedLink<Output>(
  call: (input: { token: string }, options: CallOptions) => Promise<Output>,
): { end: LinkEnd | null; data: Output | undefined; isSending: boolean; send: () => void } {
  const showProblem = useProblemToast();
  const [token] = useState(() => (typeof location === 'undefined' ? '' : (tokenIn(location.hash) ?? '')));
  // The token leaves the address at once: neither the history nor a page opened from here shall hold it.
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  useAnotherLink();
  const [end, setEnd] = useState<LinkEnd | null>(token ? null : 'over');
  const { send, isSending, data } = useSubmission(call, {
    onProblem: (problem) => {
      if (problem.code === 'auth.email-taken') setEnd('taken');
      else if (problem.code === 'auth.invalid-token' || problem.code === 'request.invalid') setEnd('over');
      else showProblem(problem);
    },
  });
  return { end, data, isSending, send: () => send({ token }) };
}

/** The frame of a page that a mailed link leads to. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page className="entrance-page">
      <PageHead title={title} />
      <PageTitle size="quiet">{title}</PageTitle>
      <Card ledge>{children}</Card>
    </Page>
  );
}
