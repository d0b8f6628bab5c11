import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'Poradkyně mi vysvětlila RPSN řádek po řádku. Po rozhovoru s ní jsem částku snížila a nelituji.',
  2: 'Musel jsem znovu poslat doklad o adrese, protože ten první byl moc starý. Potom byl každý krok vidět v klientské zóně.',
  3: 'Nikdo mě do podpisu nenutil. Nabídku jsem měl deset dní a porovnal ji se dvěma dalšími.',
  4: 'Splátkový kalendář sedí s inkasy na cent. Jen bych si ráda sama zvolila den splatnosti.',
  5: 'Dokument porovnal náklady mých tří půjček s konsolidací. Vybíral jsem si s vědomím, kolik připlatím.',
  6: 'Moji žádost zamítli. Důvod byl jasný, ale raději bych ho slyšela po telefonu než četla ve zprávě.',
  7: 'Polovinu půjčky jsem splatil předčasně, bez poplatku. Nový kalendář mi přišel hned potom.',
  8: 'Kalkulačka ukazuje celkové náklady, a ne jen splátku. Proto jsem si vybrala kratší dobu.',
  9: 'Když jsem přišel o práci, zavolal jsem dřív, než mi první splátka utekla. Společně jsme našli odklad.',
  10: 'Jsou seriózní a na otázky odpovídají. Moje žádost jako OSVČ ale potřebovala několik kol dotazů.',
};

export default comments;
