import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'el-GR',
  months: (count) => `${count}${NBSP}μήνες`,
  years: (count) => `${count}${NBSP}ετών`,
  products: {
    personal: 'προσωπικό δάνειο',
    auto: 'δάνειο αυτοκινήτου',
    consolidation: 'συγκέντρωση οφειλών',
    project: 'δάνειο για προσωπικό σχέδιο',
  },
  example: (of) => [
    `Αντιπροσωπευτικό παράδειγμα: ${of.name}, ποσό ${of.amount}, διάρκεια ${of.duration}, σταθερό χρεωστικό επιτόκιο ${of.rate}.`,
    `Σταθερό ΣΕΠΕ (στη Γαλλία TAEG): ${of.taeg}.`,
    `${of.count} μηνιαίες δόσεις: ${of.equal} των ${of.instalment} και μία τελευταία των ${of.last}.`,
    `Συνολικό πληρωτέο ποσό: ${of.totalDue}.`,
    `Έξοδα φακέλου: ${of.fees}.`,
    'Χωρίς την προαιρετική ασφάλιση.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'πιστωτικό ίδρυμα',
      'finance-company': 'εταιρεία χρηματοδότησης',
      'payment-institution': 'ίδρυμα πληρωμών',
      'iobsp-broker': 'διαμεσολαβητής τραπεζικών εργασιών και υπηρεσιών πληρωμών (IOBSP)',
    },
    fictionalStatus: ' (φανταστική ιδιότητα)',
    fictionalNumber: ' (φανταστικός αριθμός)',
    noNumber: 'δεν έχει δηλωθεί αριθμός',
    example: 'Φανταστικό παράδειγμα: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, κεφάλαιο ${capital}, ${rcs}, αριθμός SIREN ${siren}, αριθμός ΦΠΑ ${vat}`,
    guarantee: (limit) => `Οι καταθέσεις καλύπτονται έως ${limit} ανά καταθέτη και ανά ίδρυμα.`,
    noGuarantee: 'Το ίδρυμα δεν δέχεται καταθέσεις που καλύπτονται από την εγγύηση καταθέσεων.',
    cover: (insurer, limit) =>
      `Η επαγγελματική ευθύνη είναι ασφαλισμένη έως ${limit}. Ασφαλιστής: ${insurer}.`,
    noCover: 'Το ίδρυμα δεν δηλώνει ασφάλιση επαγγελματικής ευθύνης.',
    notSupervised:
      'Το ίδρυμα αυτό είναι φανταστικό. Καμία αρχή δεν το έχει αδειοδοτήσει και καμία δεν το εποπτεύει.',
    brokerSupervised: (authority) =>
      `Το ίδρυμα είναι εγγεγραμμένο στο μητρώο ORIAS. Η δραστηριότητά του εποπτεύεται από τη γαλλική αρχή: ${authority}.`,
    supervised: (authority) =>
      `Το ίδρυμα έχει άδεια από τη γαλλική εποπτική αρχή και ελέγχεται από αυτήν: ${authority}.`,
  },
};

export default words;
