import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Ochrana soukromí ve zkratce',
  lead: 'Co děláme s vašimi údaji, na jedné stránce.',
  sections: [
    {
      id: 'collection',
      title: 'Jaké údaje shromažďujeme',
      paragraphs: [
        '{accounts} Shromažďujeme údaje potřebné pro vaši žádost a váš účet. Poskytujete nám je sami, nebo vznikají při používání služby.',
        '{elsewhere} Shromažďujeme údaje potřebné pro vaši žádost a vaši klientskou sekci. Poskytujete nám je sami, nebo vznikají při používání služby.',
      ],
      items: [
        'totožnost a kontaktní údaje,',
        'situace, příjmy a výdaje u žádosti o půjčku,',
        '{moves} operace a údaje o účtu,',
        'přihlášení a vyměněné zprávy.',
      ],
    },
    {
      id: 'usage',
      title: 'K čemu je používáme',
      paragraphs: [
        '{accounts} Používáme je, abychom posoudili žádost, vedli účet, dodrželi zákon a chránili službu. Neprodáváme je.',
        '{elsewhere} Používáme je, abychom posoudili žádost, sledovali její průběh, dodrželi zákon a chránili službu. Neprodáváme je.',
        '{lends} Údaje ke schválené žádosti uchováváme po dobu smlouvy a potom 5\u00a0let. Údaje k zamítnuté žádosti nejvýše 2\u00a0roky. Údaje proti praní peněz uchováváme 5\u00a0let.',
        '{transmits} S vaším souhlasem předáváme žádost věřiteli, kterého si zvolíte. Předanou žádost uchováváme nejvýše 2\u00a0roky po jeho odpovědi. Údaje proti praní peněz uchováváme 5\u00a0let.',
      ],
    },
    {
      id: 'rights',
      title: 'Vaše práva',
      paragraphs: [
        'Své údaje si můžete vyžádat, dát opravit nebo vymazat, omezit jejich použití, vznést proti němu námitku a údaje přenést jinam. Odpovíme do měsíce. Stížnost můžete podat i francouzskému úřadu pro ochranu údajů, CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Soubory cookie',
      paragraphs: [
        'Web nepoužívá reklamní soubory cookie. Soubor pro měření návštěvnosti, kdyby přibyl, by čekal na váš souhlas a platil nejvýše 13\u00a0měsíců. Odmítnout je stejně snadné jako souhlasit.',
      ],
    },
    {
      id: 'contact',
      title: 'Kontakt',
      paragraphs: [
        'Napište na {{institution.dpoEmail}}, nebo poštou: {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Poslední aktualizace',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Přečíst úplné zásady (francouzsky)',
};

export default summary;
