import { CHARGES, type DialogueSheet, type KnownLoan, RESOURCES } from '#domain/loans/solvency.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';
import { monthInWords } from '../i18n/typed-month.ts';
import { type Definition, DefinitionList } from '../ui/definition-list.tsx';

/** The word of each amount of the dialogue sheet. Resources and charges both have « other ». */
export const RESOURCE_WORDS = {
  salary: 'salary',
  pension: 'pension',
  allocations: 'allocations',
  rents: 'rents',
  alimonyReceived: 'alimonyReceived',
  other: 'otherResources',
} as const satisfies Record<(typeof RESOURCES)[number], string>;
export const CHARGE_WORDS = {
  rentOrHousingLoan: 'rentOrHousingLoan',
  alimonyPaid: 'alimonyPaid',
  taxes: 'taxes',
  other: 'otherCharges',
} as const satisfies Record<(typeof CHARGES)[number], string>;

interface Content {
  readonly content: DialogueSheet;
  readonly knownLoans: readonly KnownLoan[];
}

/** The loans of a sheet: those that this house knows first, marked. */
function useLoans({ content, knownLoans }: Content, currency: CurrencyCode): Definition[] {
  const { t, locale } = useWords();
  const format = useFormats();
  const line = (loan: { instalmentMinor: number; remainingMinor: number; endMonth: string }) =>
    t('loan-file.sheet.loanLine', {
      instalment: format.amount(loan.instalmentMinor, currency),
      remaining: format.amount(loan.remainingMinor, currency),
      end: monthInWords(loan.endMonth, locale),
    });
  return [
    ...knownLoans.map((loan) => ({
      key: loan.loanId,
      term: `${loan.purpose} (${t('loan-file.sheet.known')})`,
      value: line(loan),
    })),
    ...content.currentLoans.map((loan) => ({
      term: `${t(`loan-file.sheet.loanKinds.${loan.kind}`)} – ${loan.lender}`,
      value: loan.isRepaid ? `${line(loan)} – ${t('loan-file.sheet.repaid')}` : line(loan),
    })),
  ];
}

/** Whether the loan repays debts, and those that are no credit (LC-24). */
function RepaidDebts({ content, currency }: { content: DialogueSheet; currency: CurrencyCode }) {
  const { t } = useWords();
  const format = useFormats();
  const { repaysDebts, otherDebts = [] } = content;
  return (
    <DefinitionList
      items={[
        {
          term: t('loan-file.sheet.repaysDebts'),
          value: t(repaysDebts ? 'loan-file.sheet.yes' : 'loan-file.sheet.no'),
        },
        ...otherDebts.map(({ kind, amountMinor, dueOn }, index) => ({
          key: `debt-${index}`,
          term: t(`loan-file.sheet.debtKinds.${kind}`),
          value: t('loan-file.sheet.debtLine', {
            amount: format.amount(amountMinor, currency),
            day: format.day(dueOn),
          }),
        })),
      ]}
    />
  );
}

/** What a version of the dialogue sheet says, for its client to read again and for the staff to study. */
export function SheetContent({
  sheet,
  currency,
  headingLevel: Heading = 'h3',
}: {
  sheet: Content;
  currency: CurrencyCode;
  headingLevel?: 'h3' | 'h4';
}) {
  const { t, locale } = useWords();
  const format = useFormats();
  const { content } = sheet;
  const loans = useLoans(sheet, currency);
  const labelled = (term: string, label: string) => (label ? `${term} (${label})` : term);
  const resource = (name: (typeof RESOURCES)[number]) => ({
    term: labelled(
      t(`loan-file.sheet.${RESOURCE_WORDS[name]}`),
      name === 'other' ? content.resources.otherLabel : '',
    ),
    value: format.amount(content.resources[`${name}Minor`], currency),
  });
  const charge = (name: (typeof CHARGES)[number]) => ({
    term: labelled(
      t(`loan-file.sheet.${CHARGE_WORDS[name]}`),
      name === 'other' ? content.charges.otherLabel : '',
    ),
    value: format.amount(content.charges[`${name}Minor`], currency),
  });
  return (
    <div className="stack" data-gap="5">
      <DefinitionList
        look="ledger"
        items={[
          {
            term: t('loan-file.sheet.maritalStatus'),
            value: t(`loan-file.sheet.maritalStatuses.${content.maritalStatus}`),
          },
          { term: t('loan-file.sheet.dependants'), value: content.dependants },
          { term: t('loan-file.sheet.housing'), value: t(`loan-file.sheet.housings.${content.housing}`) },
          {
            term: t('loan-file.sheet.employment'),
            value: t(`loan-file.sheet.employments.${content.employment}`),
          },
          { term: t('loan-file.sheet.employedSince'), value: monthInWords(content.employedSince, locale) },
        ]}
      />
      <section className="stack">
        <Heading>{t('loan-file.sheet.resources')}</Heading>
        <DefinitionList look="ledger" items={RESOURCES.map(resource)} />
      </section>
      <section className="stack">
        <Heading>{t('loan-file.sheet.charges')}</Heading>
        <DefinitionList look="ledger" items={CHARGES.map(charge)} />
      </section>
      <section className="stack">
        <Heading>{t('loan-file.sheet.currentLoans')}</Heading>
        {loans.length > 0 ? <DefinitionList items={loans} /> : <p>{t('loan-file.sheet.noCurrentLoan')}</p>}
      </section>
      <RepaidDebts content={content} currency={currency} />
    </div>
  );
}
