import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Privacy in brief',
  lead: 'What we do with your data, on one page.',
  sections: [
    {
      id: 'collection',
      title: 'Data we collect',
      paragraphs: [
        '{accounts} We collect the data needed for your request and your account. You give it to us yourself, or it comes from using the service.',
        '{elsewhere} We collect the data needed for your request and your client area. You give it to us yourself, or it comes from using the service.',
      ],
      items: [
        'identity and contact details;',
        'situation, income and expenses for a loan request;',
        '{moves} transactions and bank details of the account;',
        'sign-ins and messages exchanged.',
      ],
    },
    {
      id: 'usage',
      title: 'How we use it',
      paragraphs: [
        '{accounts} We use it to assess your request, run your account, comply with the law and protect the service. We do not sell it.',
        '{elsewhere} We use it to assess your request, handle your file, comply with the law and protect the service. We do not sell it.',
        '{lends} We keep an accepted file for the term of the contract, then 5 years. We keep a refused request for 2 years at most. Anti-money-laundering data is kept for 5 years.',
        "{transmits} With your consent, we pass your request on to the lender you choose. We keep a request that was passed on for 2 years at most after the lender's answer. Anti-money-laundering data is kept for 5 years.",
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: [
        'You may access your data, have it corrected or erased, restrict or object to its use, and receive a copy to take elsewhere. We reply within one month. You may also complain to the French data protection authority, the CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      paragraphs: [
        'The site uses no advertising cookie. If an audience measurement cookie were added, it would wait for your consent and last 13 months at most. Refusing is as simple as accepting.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'Write to {{institution.dpoEmail}}, or by post to {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    { id: 'update', title: 'Last update', paragraphs: [] },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Read the full policy (in French)',
};

export default summary;
