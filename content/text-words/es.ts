import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'es-ES',
  months: (count) => `${count}${NBSP}meses`,
  years: String,
  products: {
    personal: 'préstamo personal',
    auto: 'préstamo coche',
    consolidation: 'reunificación de créditos',
    project: 'préstamo para un proyecto personal',
  },
  example: (of) => [
    `Ejemplo representativo: ${of.name} de ${of.amount} a ${of.duration} con un tipo deudor fijo del ${of.rate}.`,
    `TAE fija (TAEG): ${of.taeg}.`,
    `${of.count} cuotas mensuales: ${of.equal} de ${of.instalment} y una última de ${of.last}.`,
    `Importe total adeudado: ${of.totalDue}.`,
    `Gastos de estudio: ${of.fees}.`,
    'Seguro opcional no incluido.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'entidad de crédito',
      'finance-company': 'sociedad de financiación',
      'payment-institution': 'entidad de pago',
      'iobsp-broker': 'intermediario en operaciones bancarias y servicios de pago (IOBSP)',
    },
    fictionalStatus: ' (estatus ficticio)',
    fictionalNumber: ' (número ficticio)',
    noNumber: 'ningún número declarado',
    example: 'Ejemplo ficticio: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, capital social ${capital}, ${rcs}, número SIREN ${siren}, número de IVA ${vat}`,
    guarantee: (limit) => `Los depósitos están garantizados hasta ${limit} por depositante y por entidad.`,
    noGuarantee: 'La entidad no recibe depósitos cubiertos por la garantía de depósitos.',
    cover: (insurer, limit) =>
      `La responsabilidad civil profesional está asegurada en ${insurer}, hasta ${limit}.`,
    noCover: 'La entidad no declara ningún seguro de responsabilidad civil profesional.',
    notSupervised: 'Esta entidad es ficticia. Ninguna autoridad la ha autorizado y ninguna la supervisa.',
    brokerSupervised: (authority) =>
      `La entidad está inscrita en el registro ORIAS. Su actividad está supervisada por la ${authority}.`,
    supervised: (authority) => `La entidad está autorizada y supervisada por la ${authority}.`,
  },
};

export default words;
