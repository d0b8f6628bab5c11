import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Gizlilik: özet',
  lead: 'Verilerinizi nasıl kullandığımız, tek sayfada.',
  sections: [
    {
      id: 'collection',
      title: 'Topladığımız veriler',
      paragraphs: [
        '{accounts} Başvurunuz ve hesabınız için gereken verileri toplarız. Bunları ya siz verirsiniz ya da hizmeti kullandıkça oluşurlar.',
        '{elsewhere} Başvurunuz ve müşteri alanınız için gereken verileri toplarız. Bunları ya siz verirsiniz ya da hizmeti kullandıkça oluşurlar.',
      ],
      items: [
        'kimlik ve iletişim bilgileri,',
        'kredi başvurusu için durumunuz, gelirleriniz ve giderleriniz,',
        '{moves} hesap işlemleri ve banka bilgileri,',
        'girişler ve yazışmalar.',
      ],
    },
    {
      id: 'usage',
      title: 'Verileri ne için kullanırız',
      paragraphs: [
        '{accounts} Başvurunuzu incelemek, hesabınızı yürütmek, yasalara uymak ve hizmeti korumak için kullanırız. Verilerinizi satmayız.',
        '{elsewhere} Başvurunuzu incelemek, dosyanızı takip etmek, yasalara uymak ve hizmeti korumak için kullanırız. Verilerinizi satmayız.',
        '{lends} Kabul edilen bir dosyayı sözleşme süresince ve sonrasında 5\u00a0yıl saklarız. Reddedilen bir başvuruyu en çok 2\u00a0yıl saklarız. Kara para aklamayla mücadele verileri 5\u00a0yıl saklanır.',
        '{transmits} Onayınızla başvurunuzu seçtiğiniz kredi verene iletiriz. İletilen bir başvuruyu yanıtından sonra en çok 2\u00a0yıl saklarız. Kara para aklamayla mücadele verileri 5\u00a0yıl saklanır.',
      ],
    },
    {
      id: 'rights',
      title: 'Haklarınız',
      paragraphs: [
        'Verilerinize erişebilir, düzeltilmesini veya silinmesini, kullanımının sınırlanmasını isteyebilir, kullanıma itiraz edebilir ve verilerinizi alabilirsiniz. Bir ay içinde yanıt veririz. Fransız veri koruma kurumu CNIL de şikâyetinizi kabul eder.',
      ],
    },
    {
      id: 'cookies',
      title: 'Çerezler',
      paragraphs: [
        'Site hiçbir reklam çerezi kullanmaz. Bir ziyaretçi ölçüm çerezi eklenirse izninizi bekler ve en çok 13\u00a0ay kalır. Reddetmek, kabul etmek kadar kolaydır.',
      ],
    },
    {
      id: 'contact',
      title: 'İletişim',
      paragraphs: [
        '{{institution.dpoEmail}} adresine veya posta ile şu adrese yazın: {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    { id: 'update', title: 'Son güncelleme', paragraphs: [] },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Politikanın tamamını oku (Fransızca)',
};

export default summary;
