export default import.meta.glob('../../../locales/it/*.json', { import: 'default' });
