import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'tr-TR',
  months: (count) => `${count}${NBSP}ay`,
  years: String,
  products: {
    personal: 'ihtiyaç kredisi',
    auto: 'taşıt kredisi',
    consolidation: 'borç birleştirme kredisi',
    project: 'kişisel proje kredisi',
  },
  example: (of) => [
    `Temsilî örnek: ${of.name}, tutar ${of.amount}, vade ${of.duration}, sabit akdi faiz oranı ${of.rate}.`,
    `Sabit efektif yıllık faiz oranı (Fransa'da TAEG): ${of.taeg}.`,
    `${of.count} aylık taksit: ${of.equal} taksit ${of.instalment}, son taksit ${of.last}.`,
    `Toplam geri ödeme tutarı: ${of.totalDue}.`,
    `Dosya masrafı: ${of.fees}.`,
    'İsteğe bağlı sigorta hariç.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'kredi kuruluşu',
      'finance-company': 'finansman şirketi',
      'payment-institution': 'ödeme kuruluşu',
      'iobsp-broker': 'bankacılık işlemleri ve ödeme hizmetleri aracısı (IOBSP)',
    },
    fictionalStatus: ' (kurgusal statü)',
    fictionalNumber: ' (kurgusal numara)',
    noNumber: 'beyan edilen numara yok',
    example: 'Kurgusal örnek: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, sermaye ${capital}, ${rcs}, SIREN numarası ${siren}, KDV numarası ${vat}`,
    guarantee: (limit) => `Mevduat, mudi ve kurum başına en çok ${limit} tutarında güvence altındadır.`,
    noGuarantee: 'Kurum, mevduat güvencesi kapsamında mevduat kabul etmez.',
    cover: (insurer, limit) => `Mesleki sorumluluk sigortası: ${insurer}, limit ${limit}.`,
    noCover: 'Kurum, mesleki sorumluluk sigortası beyan etmemektedir.',
    notSupervised: 'Bu kurum kurgusaldır. Hiçbir makam ona izin vermemiştir ve hiçbiri onu denetlemez.',
    brokerSupervised: (authority) =>
      `Kurum ORIAS siciline kayıtlıdır. Faaliyeti şu Fransız makamınca denetlenir: ${authority}.`,
    supervised: (authority) => `Kuruma izin veren ve onu denetleyen Fransız makamı: ${authority}.`,
  },
};

export default words;
