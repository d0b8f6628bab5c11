/** The French words of both signed-in areas in one file (../area-lists.ts). */
export default import.meta.glob('../../../locales/fr/{security,legal-notices,movements,*-reasons}.json', {
  import: 'default',
  eager: true,
});
