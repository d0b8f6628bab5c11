import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'Danışman efektif yıllık faiz oranını bana satır satır anlattı. Onunla konuştuktan sonra tutarı düşürdüm ve pişman değilim.',
  2: 'İkametgâh belgem eski olduğu için yenisini göndermem gerekti. Ondan sonra her aşama internet şubemde görünüyordu.',
  3: 'Kimse imza için beni sıkıştırmadı. Teklifi on gün bekletip iki başka teklifle karşılaştırdım, sonra karar verdim.',
  4: 'Ödeme planı, hesabımdan çekilen tutarlarla kuruşu kuruşuna tutuyor. Ödeme gününü kendim seçebilmek isterdim.',
  5: 'Verdikleri belge, üç kredimin maliyetini birleştirilmiş krediyle karşılaştırıyordu. Ne kadar fazla ödediğimi bilerek seçtim.',
  6: 'Başvurum reddedildi. Nedeni açıktı, ama bunu mesajla değil telefonla öğrenmeyi tercih ederdim.',
  7: 'Kredimin yarısını vadesinden önce, ücretsiz ödedim. Yeni ödeme planı hemen ardından geldi.',
  8: 'Hesaplama aracı yalnızca taksidi değil toplam maliyeti de gösteriyor. Daha kısa bir vade seçmemin nedeni buydu.',
  9: 'İşimi kaybedince daha ilk taksidi aksatmadan aradım. Birlikte taksitleri erteleyecek bir çözüm bulduk.',
  10: 'Ekip ciddi ve soruları yanıtlıyor. Ancak serbest çalıştığım için dosyam birkaç yazışma gerektirdi.',
};

export default comments;
