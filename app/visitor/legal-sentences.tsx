import { creditWarning, NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import { useWords } from '../i18n/t.ts';
import { useToday } from '../page/today.ts';

/**
 * Sentences whose French words the law fixes: they stand in French in every language, with their translation beside them. Their
 * size is the law's too (C. conso. L312-8): no other figure of a credit may be larger, which `e2e/visitor-loan-simulator.spec.ts` measures.
 */
function LegalSentence({
  text,
  translation,
  isCreditWarning,
}: {
  text: string;
  translation: string;
  isCreditWarning?: true;
}) {
  const { language } = useWords();
  return (
    <div className="legal-sentence" data-loud={isCreditWarning}>
      <p lang="fr" data-credit-warning={isCreditWarning}>
        {text}
      </p>
      {language === 'fr' ? null : <p className="legal-sentence-translation">{translation}</p>}
    </div>
  );
}

/** Goes with every figure of a credit (C. conso. L312-5), in the words in force today: page-script.ts replaces those of the day of the build. */
export function CreditWarning() {
  const { t } = useWords();
  return (
    <LegalSentence
      text={creditWarning(useToday()).text}
      translation={t('visitor.legal.creditWarning')}
      isCreditWarning
    />
  );
}

/** On every page about loans (docs/rules.md, Honest by design 3). */
export function NoPaymentBeforeLoan() {
  const { t } = useWords();
  return <LegalSentence text={NO_PAYMENT_BEFORE_LOAN.text} translation={t('visitor.legal.noPayment')} />;
}
