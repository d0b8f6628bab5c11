export default import.meta.glob('../../../locales/hu/*.json', { import: 'default' });
