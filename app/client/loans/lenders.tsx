import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Loan, Overview } from '../accounts/overview.ts';
import { DownloadButton } from '../frame/download-button.tsx';

/** The part of a form that holds the chosen lenders: their codes with blanks between them. */
interface ChoosingForm {
  readonly typed: { readonly lenders: string };
  readonly set: (name: 'lenders', value: string) => void;
  readonly idOf: (name: 'lenders') => string;
  readonly errorOf: (name: 'lenders') => string | undefined;
}

/** To whom a request may be handed, which data and why, before it is sent (GDPR art. 13): no box is ticked in advance. */
export function LenderChoice({ form, lenders }: { form: ChoosingForm; lenders: Overview['lenders'] }) {
  const t = useT();
  const chosen = form.typed.lenders.split(' ').filter((code) => code !== '');
  const toggle = (code: string, isChosen: boolean) =>
    form.set('lenders', [...chosen.filter((one) => one !== code), ...(isChosen ? [code] : [])].join(' '));
  return (
    <fieldset className="field" aria-describedby="lenders-hint">
      <legend className="field-label">{t('client-lenders.legend')}</legend>
      <p className="field-hint" id="lenders-hint">
        {t('client-lenders.hint')}
      </p>
      {lenders.map(({ code, name, cib }, index) => (
        <Checkbox
          key={code}
          {...(index === 0 ? { id: form.idOf('lenders') } : {})}
          name={`lender-${code}`}
          label={t('client-lenders.agree', { lender: name, cib })}
          error={
            index === lenders.length - 1 && form.errorOf('lenders') ? t('client-lenders.missing') : undefined
          }
          checked={chosen.includes(code)}
          onChange={(event) => toggle(code, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

/** The sentence of a phase; null where another part of the page says it. */
function useSentence({ phase, intermediation }: Loan): string | null {
  const t = useT();
  const format = useFormats();
  if (!intermediation) return null;
  const { lenders, lender, sentOn, answeredOn } = intermediation;
  const named = { lender: lender ?? '' };
  const date = (day: string | null) => (day ? format.day(day) : '');
  switch (phase) {
    case 'submitted':
    case 'in_review':
      return t('client-lenders.waiting', { lenders: lenders.join(', ') });
    case 'transmitted':
      return t('client-lenders.transmitted', { ...named, date: date(sentOn) });
    case 'lender_accepted':
      return t('client-lenders.accepted', { ...named, date: date(answeredOn) });
    case 'lender_paid':
      return t('client-lenders.paid', named);
    case 'lender_refused':
      return t('client-lenders.refused', named);
    case 'not_transmitted':
      return t('client-lenders.notTransmitted');
    default:
      return null;
  }
}

/** Where a request that a lender decides stands, and what that lender was handed. */
export function LenderNote({ loan }: { loan: Loan }) {
  const t = useT();
  const sentence = useSentence(loan);
  return (
    <>
      {loan.phase === 'lender_accepted' ? <Notice tone="success">{sentence}</Notice> : <p>{sentence}</p>}
      {loan.status === 'approved' && loan.reasonNote ? <p>{loan.reasonNote}</p> : null}
      {loan.intermediation?.sentOn ? (
        <div>
          <DownloadButton path={`/api/loans/${loan.id}/transmission.pdf`} size="regular">
            {t('client-lenders.paper')}
          </DownloadButton>
        </div>
      ) : null}
    </>
  );
}

const SUBS = ['transmitted', 'lenderAccepted', 'lenderPaid'] as const;

/** The second line of such a request in a list. */
export function LenderSub({ loan }: { loan: Pick<Loan, 'sub' | 'subDay'> }) {
  const t = useT();
  const format = useFormats();
  const sub = SUBS.find((one) => one === loan.sub);
  return sub && loan.subDay ? (
    <span className="request-sub">{t(`client-lenders.sub.${sub}`, { date: format.day(loan.subDay) })}</span>
  ) : null;
}
