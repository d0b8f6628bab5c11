import type * as z from 'zod/mini';
import type { reviewedLoanFile } from '#contract/loan-file.ts';
import { FIELD_OF_KIND } from '#domain/loans/documents.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { institution } from '../../page/institution.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Reserved } from '../desk/reserved.tsx';
import { DebtRatio, useRatioWords } from './debt-ratio.tsx';
import type { ReviewedLoan } from './loan-words.ts';

export type ReviewedFile = z.infer<typeof reviewedLoanFile>;
type Decision = ReviewedFile['decisions'][number];

/** The figures of the confirmed sheet against the policy of the house (LC-22). */
export function Figures({ loan, file }: { loan: ReviewedLoan; file: ReviewedFile }) {
  const t = useT();
  const inWords = useRatioWords();
  const mayReadIncome = useMay()('fields.income');
  const { judged, policy } = file;
  // What follows from an income is masked with it (STAFF-5): that there is no sheet would be said of one that there is.
  if (!mayReadIncome)
    return (
      <p>
        <Reserved />
      </p>
    );
  if (!judged) return <p className="cell-note">{t('admin-loans.file.noSheet')}</p>;
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  return (
    <>
      <DefinitionList
        look="ledger"
        items={[
          { term: t('loan-file.figures.resources'), value: amount(judged.resourcesMinor) },
          { term: t('loan-file.figures.charges'), value: amount(-judged.chargesMinor) },
          {
            term: t('loan-file.figures.currentInstalments'),
            value: amount(-judged.currentInstalmentsMinor),
          },
          { term: t('loan-file.figures.newInstalment'), value: amount(-judged.newInstalmentMinor) },
          {
            term: t('loan-file.figures.restToLive'),
            value: amount(judged.restToLiveMinor),
            strong: true,
          },
          { term: t('admin-loans.file.neededRest'), value: amount(judged.neededRestToLiveMinor) },
          {
            term: t('loan-file.figures.debtRatio'),
            value:
              judged.debtRatioBps === null ? (
                t('loan-file.figures.noResource')
              ) : (
                <DebtRatio bps={judged.debtRatioBps} policyBps={policy.debtRatioBps} />
              ),
            strong: true,
          },
        ]}
      />
      {judged.excesses.length > 0 ? <Notice tone="warning">{t('admin-loans.file.excess')}</Notice> : null}
      <p className="cell-note">
        {t('admin-loans.file.threshold', {
          institution: institution.brandName,
          policy: inWords(policy.debtRatioBps),
        })}
      </p>
    </>
  );
}

/** The last consultation of the FICP and the documents that the loan needs, one line each. */
function Proofs({ file }: { file: ReviewedFile }) {
  const t = useT();
  const may = useMay();
  const { day } = useFormats();
  const [last] = file.consultations;
  const lacks = (guard: ReviewedFile['missing'][number]) => file.missing.includes(guard);
  const kinds = [...new Set(['identity' as const, ...file.neededKinds])];
  return (
    <DefinitionList
      look="ledger"
      items={[
        {
          term: t('admin-loans.file.ficp'),
          value: last
            ? [
                t('admin-loans.file.consultedUntil', {
                  date: day(last.consultedAt),
                  until: day(last.validUntil),
                }),
                ...(last.outcome ? [t(`admin-loans.file.outcomes.${last.outcome}`)] : []),
                ...(last.provider === 'simulated' ? [t('admin-loans.file.simulated')] : []),
              ].join(' – ')
            : t('admin-loans.file.ficpNone'),
        },
        ...kinds.map((kind) => {
          const field = FIELD_OF_KIND[kind];
          // Neither answer is given of what is masked (STAFF-5).
          const isReserved = field !== undefined && !may(field);
          return {
            key: kind,
            term: t(`loan-file.kinds.${kind}`),
            value: isReserved ? (
              <Reserved />
            ) : (
              t(
                lacks(kind === 'identity' ? 'identity' : `document-${kind}`)
                  ? 'admin-loans.file.notVerified'
                  : 'admin-loans.file.isVerified',
              )
            ),
          };
        }),
      ]}
    />
  );
}

/** What an offer rests on, shown again where it is made: figures, FICP and documents (LC-39). */
export function OfferBasis({ loan, file }: { loan: ReviewedLoan; file: ReviewedFile }) {
  const t = useT();
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-loans.file.figures')}</h3>
      <Figures loan={loan} file={file} />
      <Proofs file={file} />
    </section>
  );
}

/** The decisions of people that the file keeps. */
const DECISIONS = ['approve-direct', 'refuse', 'offer', 'agree', 'refuse-agreement'] as const;

/** What a decision rested on: the sheet, the FICP, ratio and rest to live, written reasons (LC-25). */
function DecidedOn({ decision, loan }: { decision: Decision; loan: ReviewedLoan }) {
  const t = useT();
  const { rate, amount } = useFormats();
  const { sheetVersion, debtRatioBps, restToLiveMinor, isFicpConsulted } = decision;
  const basis = [
    sheetVersion === null
      ? t('admin-loans.file.onNoSheet')
      : t('admin-loans.file.onSheet', { version: sheetVersion }),
    ...(debtRatioBps === null ? [] : [t('admin-loans.file.onRatio', { ratio: rate(debtRatioBps) })]),
    ...(restToLiveMinor === null
      ? []
      : [t('admin-loans.file.onRest', { amount: amount(restToLiveMinor, loan.currency) })]),
    t(isFicpConsulted ? 'admin-loans.file.onFicp' : 'admin-loans.file.onNoFicp'),
  ];
  return (
    <>
      <span className="cell-note">{basis.join(' · ')}</span>
      {[decision.policyReason, decision.ficpReason]
        .filter((reason, place, all) => reason && all.indexOf(reason) === place)
        .map((reason) => (
          <span key={reason} className="cell-note">
            {reason}
          </span>
        ))}
    </>
  );
}

/** Who decided what and when, and on what (LC-25). */
export function Decisions({ loan, decisions }: Pick<ReviewedFile, 'decisions'> & { loan: ReviewedLoan }) {
  const t = useT();
  const { moment } = useFormats();
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-loans.file.decisions')}</h3>
      <DefinitionList
        items={decisions.map((decision) => {
          const known = DECISIONS.find((event) => event === decision.event);
          return {
            key: decision.at,
            term: known ? t(`admin-loans.file.decisionOf.${known}`) : decision.event,
            value: (
              <>
                {t('admin-loans.file.decisionBy', {
                  date: moment(decision.at),
                  name: decision.by ?? t('admin.someone'),
                })}
                <DecidedOn decision={decision} loan={loan} />
              </>
            ),
          };
        })}
      />
    </section>
  );
}
