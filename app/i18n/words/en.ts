export default import.meta.glob(
  [
    '../../../locales/en/*.json',
    // Loaded with the lists of the signed-in areas (english/).
    '!../../../locales/en/{client,client-[!m]*,notifications,admin,security,legal-notices,movements,*-reasons}.json',
    '!../../../locales/en/{admin-[!abst]*,admin-batches,admin-bank-lines,admin-tasks,admin-timeline}.json',
    // Used by the server only.
    '!../../../locales/en/{documents,mails}.json',
  ],
  { import: 'default' },
);
