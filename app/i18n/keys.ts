import type admin from '#locales/fr/admin.json';
import type adminAudit from '#locales/fr/admin-audit.json';
import type adminBatches from '#locales/fr/admin-batches.json';
import type adminClients from '#locales/fr/admin-clients.json';
import type adminEnquiries from '#locales/fr/admin-enquiries.json';
import type adminFees from '#locales/fr/admin-fees.json';
import type adminLoans from '#locales/fr/admin-loans.json';
import type adminOverview from '#locales/fr/admin-overview.json';
import type adminRates from '#locales/fr/admin-rates.json';
import type adminSignIn from '#locales/fr/admin-sign-in.json';
import type adminTimeline from '#locales/fr/admin-timeline.json';
import type adminWithdrawals from '#locales/fr/admin-withdrawals.json';
import type apiDocs from '#locales/fr/api-docs.json';
import type article from '#locales/fr/article.json';
import type blog from '#locales/fr/blog.json';
import type cardRequest from '#locales/fr/card-request.json';
import type client from '#locales/fr/client.json';
import type clientFees from '#locales/fr/client-fees.json';
import type clientLoans from '#locales/fr/client-loans.json';
import type clientNotices from '#locales/fr/client-notices.json';
import type clientProfile from '#locales/fr/client-profile.json';
import type clientTransactions from '#locales/fr/client-transactions.json';
import type clientTransfers from '#locales/fr/client-transfers.json';
import type common from '#locales/fr/common.json';
import type confirmAddress from '#locales/fr/confirm-address.json';
import type contact from '#locales/fr/contact.json';
import type faq from '#locales/fr/faq.json';
import type footer from '#locales/fr/footer.json';
import type home from '#locales/fr/home.json';
import type homeSections from '#locales/fr/home-sections.json';
import type keepAddress from '#locales/fr/keep-address.json';
import type legal from '#locales/fr/legal.json';
import type legalNotices from '#locales/fr/legal-notices.json';
import type loanRequest from '#locales/fr/loan-request.json';
import type mailbox from '#locales/fr/mailbox.json';
import type movements from '#locales/fr/movements.json';
import type newsletter from '#locales/fr/newsletter.json';
import type notifications from '#locales/fr/notifications.json';
import type offers from '#locales/fr/offers.json';
import type security from '#locales/fr/security.json';
import type sending from '#locales/fr/sending.json';
import type signIn from '#locales/fr/sign-in.json';
import type simulator from '#locales/fr/simulator.json';
import type testimonials from '#locales/fr/testimonials.json';
import type transferSimulator from '#locales/fr/transfer-simulator.json';
import type verify from '#locales/fr/verify.json';
import type visitor from '#locales/fr/visitor.json';

/** The French catalogues that screens read by name; a key that is not in them does not type-check. Add a catalogue's line here. */
interface Catalogues {
  admin: typeof admin;
  'admin-audit': typeof adminAudit;
  'admin-batches': typeof adminBatches;
  'admin-clients': typeof adminClients;
  'admin-enquiries': typeof adminEnquiries;
  'admin-fees': typeof adminFees;
  'admin-loans': typeof adminLoans;
  'admin-overview': typeof adminOverview;
  'admin-rates': typeof adminRates;
  'admin-timeline': typeof adminTimeline;
  'admin-sign-in': typeof adminSignIn;
  'admin-withdrawals': typeof adminWithdrawals;
  'api-docs': typeof apiDocs;
  article: typeof article;
  blog: typeof blog;
  'card-request': typeof cardRequest;
  client: typeof client;
  'client-fees': typeof clientFees;
  'client-loans': typeof clientLoans;
  'client-notices': typeof clientNotices;
  'client-profile': typeof clientProfile;
  'client-transactions': typeof clientTransactions;
  'client-transfers': typeof clientTransfers;
  common: typeof common;
  'confirm-address': typeof confirmAddress;
  'keep-address': typeof keepAddress;
  contact: typeof contact;
  faq: typeof faq;
  footer: typeof footer;
  home: typeof home;
  'home-sections': typeof homeSections;
  legal: typeof legal;
  'legal-notices': typeof legalNotices;
  'loan-request': typeof loanRequest;
  mailbox: typeof mailbox;
  notifications: typeof notifications;
  movements: typeof movements;
  newsletter: typeof newsletter;
  offers: typeof offers;
  security: typeof security;
  'sign-in': typeof signIn;
  sending: typeof sending;
  simulator: typeof simulator;
  testimonials: typeof testimonials;
  'transfer-simulator': typeof transferSimulator;
  verify: typeof verify;
  visitor: typeof visitor;
}

type Plural = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type WithoutPlural<Name extends string> = Name extends `${infer Stem}${Plural}` ? Stem : Name;

type KeysOf<Words> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? WithoutPlural<Name>
    : `${Name}.${KeysOf<Words[Name]>}`;
}[keyof Words & string];

export type CatalogueKey = KeysOf<Catalogues>;
