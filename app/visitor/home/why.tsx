import { useT } from '../../i18n/t.ts';
import { Section } from '../../ui/layout.tsx';

const reasons = ['cost', 'nothing', 'time', 'refusal'] as const;

export function Why() {
  const t = useT();
  return (
    <Section
      className="why"
      tone="sunk"
      title={t('home-sections.why.title')}
      lead={t('home-sections.why.lead')}
    >
      <ol className="why-list">
        {reasons.map((reason, index) => (
          <li key={reason}>
            <span className="step-mark tabular" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{t(`home-sections.why.${reason}.title`)}</h3>
            <p>{t(`home-sections.why.${reason}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
