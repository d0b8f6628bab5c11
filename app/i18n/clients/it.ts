export default import.meta.glob(
  '../../../locales/it/{client,client-*,notifications,security,legal-notices,movements,*-reasons}.json',
  {
    import: 'default',
    eager: true,
  },
);
