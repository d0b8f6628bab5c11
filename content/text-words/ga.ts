import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'ga-IE',
  months: (count) => `${count}${NBSP}${count < 7 ? 'mhí' : 'mí'}`,
  years: String,
  products: {
    personal: 'iasacht phearsanta',
    auto: 'iasacht ghluaisteáin',
    consolidation: 'comhdhlúthú iasachtaí',
    project: 'iasacht do thionscadal pearsanta',
  },
  example: (of) => [
    `Sampla ionadaíoch: ${of.name}, ${of.amount} thar ${of.duration} ar ráta iasachta seasta ${of.rate}.`,
    `Ráta céatadánach bliantúil seasta (TAEG): ${of.taeg}.`,
    `${of.count} tráthchuid mhíosúil: ${of.equal} acu ${of.instalment} an ceann agus an ceann deireanach ${of.last}.`,
    `An méid iomlán iníoctha: ${of.totalDue}.`,
    `Táille chomhaid: ${of.fees}.`,
    'Gan árachas roghnach san áireamh.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'institiúid chreidmheasa',
      'finance-company': 'cuideachta airgeadais',
      'payment-institution': 'institiúid íocaíochta',
      'iobsp-broker': 'idirghabhálaí in idirbhearta baincéireachta agus i seirbhísí íocaíochta (IOBSP)',
    },
    fictionalStatus: ' (stádas samhailteach)',
    fictionalNumber: ' (uimhir shamhailteach)',
    noNumber: 'gan uimhir dhearbhaithe',
    example: 'Sampla samhailteach: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, caipiteal ${capital}, ${rcs}, uimhir SIREN ${siren}, uimhir CBL ${vat}`,
    guarantee: (limit) => `Ráthaítear taiscí suas le ${limit} in aghaidh an taisceora agus na hinstitiúide.`,
    noGuarantee: 'Ní ghlacann an institiúid le taiscí atá clúdaithe ag an ráthaíocht taiscí.',
    cover: (insurer, limit) => `Tá an dliteanas gairmiúil árachaithe le ${insurer}, suas le ${limit}.`,
    noCover: 'Ní dhearbhaíonn an institiúid aon árachas dliteanais ghairmiúil.',
    notSupervised:
      'Institiúid shamhailteach í seo. Níor údaraigh aon údarás í agus níl aon údarás á maoirsiú.',
    brokerSupervised: (authority) =>
      `Tá an institiúid ar chlár ORIAS. Tá a gnó faoi mhaoirseacht údarás na Fraince: ${authority}.`,
    supervised: (authority) =>
      `Tá an institiúid údaraithe ag údarás na Fraince agus faoina mhaoirseacht: ${authority}.`,
  },
};

export default words;
