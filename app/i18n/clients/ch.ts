export default import.meta.glob(
  '../../../locales/ch/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons}.json',
  {
    import: 'default',
    eager: true,
  },
);
