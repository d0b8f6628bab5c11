import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'pt-PT',
  months: (count) => `${count}${NBSP}meses`,
  years: String,
  products: {
    personal: 'crédito pessoal',
    auto: 'crédito automóvel',
    consolidation: 'crédito consolidado',
    project: 'empréstimo para um projeto pessoal',
  },
  example: (of) => [
    `Exemplo representativo: ${of.name} de ${of.amount} em ${of.duration} à taxa devedora fixa de ${of.rate}.`,
    `TAEG fixa: ${of.taeg}.`,
    `${of.count} prestações mensais: ${of.equal} de ${of.instalment} e uma última de ${of.last}.`,
    `Montante total imputado ao consumidor: ${of.totalDue}.`,
    `Despesas de processo: ${of.fees}.`,
    'Seguro facultativo não incluído.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'instituição de crédito',
      'finance-company': 'sociedade de financiamento',
      'payment-institution': 'instituição de pagamento',
      'iobsp-broker': 'intermediário em operações bancárias e serviços de pagamento (IOBSP)',
    },
    fictionalStatus: ' (estatuto fictício)',
    fictionalNumber: ' (número fictício)',
    noNumber: 'nenhum número declarado',
    example: 'Exemplo fictício: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, capital social ${capital}, ${rcs}, número SIREN ${siren}, número de IVA ${vat}`,
    guarantee: (limit) => `Os depósitos estão garantidos até ${limit} por depositante e por instituição.`,
    noGuarantee: 'A instituição não recebe depósitos cobertos pela garantia de depósitos.',
    cover: (insurer, limit) =>
      `A responsabilidade civil profissional está segurada junto de ${insurer}, até ${limit}.`,
    noCover: 'A instituição não declara nenhum seguro de responsabilidade civil profissional.',
    notSupervised: 'Esta instituição é fictícia. Nenhuma autoridade a autorizou e nenhuma a supervisiona.',
    brokerSupervised: (authority) =>
      `A instituição está inscrita no registo ORIAS. A sua atividade é supervisionada pela ${authority}.`,
    supervised: (authority) => `A instituição está autorizada e é supervisionada pela ${authority}.`,
  },
};

export default words;
