import { type ReactNode, useEffect, useState } from 'react';
import { type CallOptions, useSubmission } from '../api/submission.ts';
import { useProblemToast } from '../form/problem-toast.ts';
import { PageHead } from '../page/page-head.tsx';
import { tokenIn, useAnotherLink } from '../page/token-in-address.ts';
import { Card } from '../ui/card.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import './entrance-forms.css';

/** State of a link: usable; expired or used; or its address belongs to another account. */
export type LinkEnd = 'over' | 'taken';

/** The token of a mailed link and the call that uses it. The call needs a press: mail scanners that open links must change nothing. */
export function useMailedLink<Output>(
  call: (input: { token: string }, options: CallOptions) => Promise<Output>,
): { end: LinkEnd | null; data: Output | undefined; isSending: boolean; send: () => void } {
  const showProblem = useProblemToast();
  const [token] = useState(() => (typeof location === 'undefined' ? '' : (tokenIn(location.hash) ?? '')));
  // The token is removed from the address at once: neither the history nor a page opened from here may keep it.
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

/** The frame of a mailed link's page. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page className="entrance-page">
      <PageHead title={title} />
      <PageTitle size="quiet">{title}</PageTitle>
      <Card ledge>{children}</Card>
    </Page>
  );
}
