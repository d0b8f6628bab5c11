/** The English words of the client area in one file (../area-lists.ts). */
export default import.meta.glob('../../../locales/en/{client,client-[!m]*,notifications}.json', {
  import: 'default',
  eager: true,
});
