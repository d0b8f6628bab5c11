import Landmark from 'lucide-react/icons/landmark';
import Lock from 'lucide-react/icons/lock';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserCheck from 'lucide-react/icons/user-check';
import type { ComponentType } from 'react';
import { registrations } from '#content/institution-values.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { institution, isDemo } from '../../page/institution.ts';
import { Section } from '../../ui/layout.tsx';

interface Badge {
  readonly key: string;
  readonly Icon: ComponentType<{ 'aria-hidden': 'true' }>;
  readonly title: string;
  readonly note: string;
  readonly href?: string;
  /** A declared number or a cover: in a demonstration it is an example. */
  readonly isDeclared: boolean;
}

/** What the institution declares, and the measures of the site. */
function useBadges(): Badge[] {
  const t = useT();
  const { amount } = useFormats();
  const euros = (amountMinor: number) => amount(amountMinor, 'EUR', { fractionDigits: 0 });
  const { depositGuaranteeMinor, liability } = institution;
  return [
    ...registrations(institution).map(({ registerUrl, name, number }) => ({
      key: name,
      Icon: Landmark,
      title: `${name} ${number}`,
      note: t('home-sections.trust.registerNote'),
      href: registerUrl,
      isDeclared: true,
    })),
    ...(depositGuaranteeMinor
      ? [
          {
            key: 'guarantee',
            Icon: ShieldCheck,
            title: t('home-sections.trust.guarantee'),
            note: t('home-sections.trust.guaranteeNote', { amount: euros(depositGuaranteeMinor) }),
            isDeclared: true,
          },
        ]
      : []),
    ...(liability
      ? [
          {
            key: 'liability',
            Icon: Scale,
            title: t('home-sections.trust.liability'),
            note: t('home-sections.trust.liabilityNote', { amount: euros(liability.coverMinor) }),
            isDeclared: true,
          },
        ]
      : []),
    {
      key: 'data',
      Icon: UserCheck,
      title: t('home-sections.trust.data'),
      note: t('home-sections.trust.dataNote'),
      href: '/confidentialite',
      isDeclared: false,
    },
    {
      key: 'encryption',
      Icon: Lock,
      title: t('home-sections.trust.encryption'),
      note: t('home-sections.trust.encryptionNote'),
      isDeclared: false,
    },
  ];
}

/** The institution's declared registrations and the site's measures, without third-party logos. */
export function Trust() {
  const t = useT();
  const badges = useBadges();
  return (
    <Section className="trust" ruled title={t('home-sections.trust.title')}>
      <ul className="trust-badges">
        {badges.map(({ key, Icon, title, note, href, isDeclared }) => (
          <li key={key} className="trust-badge">
            <Icon aria-hidden="true" />
            <p>
              <strong className="tabular">{title}</strong>
              {href?.startsWith('https:') ? (
                <a href={href} target="_blank" rel="noreferrer">
                  {note}
                </a>
              ) : href ? (
                <a href={href}>{note}</a>
              ) : (
                <span>{note}</span>
              )}
              {isDemo && isDeclared ? (
                <span className="fictional-mark">{t('home-sections.fictional')}</span>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
