import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { TabLinks } from '../../ui/tabs.tsx';
import { useDeskState } from '../desk/desk.tsx';
import { adminHref } from '../frame/sections.ts';
import { DebitFiles } from './debit-files.tsx';
import { DebitReturns } from './debit-returns.tsx';
import { PARTS, type Part } from './mandate-words.ts';
import { MandatesList } from './mandates-list.tsx';
import './mandates.css';

const READING = {
  files: 'directDebits.list',
  mandates: 'mandates.review',
  returns: 'directDebits.failures',
} as const;

const hrefOf = (part: Part) => adminHref('withdrawals', { view: 'direct-debits', part });

/** « Prélèvements » (PAY-68 to PAY-73): the files for our bank, the mandates, and what came back. */
export function DirectDebitsView() {
  const t = useT();
  const may = useMay();
  const { get } = useDeskState();
  const parts = PARTS.filter((part) => may(READING[part]));
  const shown = parts.find((part) => part === get('part')) ?? parts[0];
  if (!shown) return null;
  return (
    <>
      <TabLinks
        label={t('direct-debits.parts.label')}
        current={hrefOf(shown)}
        links={parts.map((part) => ({ href: hrefOf(part), label: t(`direct-debits.parts.${part}`) }))}
      />
      {shown === 'files' ? <DebitFiles /> : null}
      {shown === 'mandates' ? <MandatesList /> : null}
      {shown === 'returns' ? <DebitReturns /> : null}
    </>
  );
}
