import { mayLend } from '#domain/loans/may-lend.ts';
import { useWords } from '../i18n/t.ts';
import { institution, isDemo } from '../page/institution.ts';

/** By name, the lenders to which a house that does not lend hands requests (LC-6); none where it lends. */
const LENDERS = mayLend(institution) ? [] : (institution.partnerLenders ?? []).map(({ name }) => name);

/** Whether this institution lends nothing itself: no page promises a decision of its own. */
export const isIntermediary = LENDERS.length > 0;

/** What a house that does not lend does with a request, in one paragraph. */
export function useIntermediary(): { readonly step: string; readonly text: string } {
  const { t } = useWords();
  return {
    step: t('visitor.intermediary.step'),
    text: t('visitor.intermediary.text', { lenders: LENDERS.join(', ') }),
  };
}

/** Where pages tell how a loan is paid out: what the demonstration does instead (LC-4), and who lends where this house does not (LC-6). */
export function PathOfLoans() {
  const { t } = useWords();
  const { text } = useIntermediary();
  if (isDemo) return <p className="fictional">{t('visitor.legal.demonstration')}</p>;
  return isIntermediary ? <p>{text}</p> : null;
}
