import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: "D'Beroderin huet mir den effektive Joreszënssaz Zeil fir Zeil erkläert. Nom Gespréich mat hir hunn ech de Betrag erofgesat, an ech bedaueren et net.",
  2: 'Ech hu misse méi e rezente Beweis vu menger Adress noschécken, well mäin ze al war. Duerno stoung all Etapp a mengem Clientsberäich.',
  3: "Kee Mënsch huet mech gedréckt, fir ze ënnerschreiwen. Ech hunn d'Offer zéng Deeg gehal a mat zwou anere verglach, ier ech decidéiert hunn.",
  4: 'De Remboursementsplang stëmmt op de Cent mat deem iwwereneen, wat ofgebucht gëtt. Gär hätt ech mir den Dag vun der Rat selwer erausgesicht.',
  5: "Am Dokument stoungen d'Käschte vu mengen dräi Krediter nieft deene vum Zesummeleeën. Ech wousst also, wat ech méi bezuelen, wéi ech decidéiert hunn.",
  6: 'Meng Ufro gouf refuséiert. De Grond war kloer, mee ech hätt en éischter um Telefon wéi an engem Message héieren.',
  7: "D'Hallschent vu mengem Prêt hunn ech virzäiteg zréckbezuelt, ouni Käschten. Den neie Plang krut ech direkt duerno.",
  8: "De Simulateur weist d'Gesamtkäschten an net nëmmen d'Monatsrat. Dofir hunn ech eng méi kuerz Laafzäit gewielt.",
  9: 'Nodeems ech meng Aarbecht verluer hat, hunn ech nach virun der éischter net bezuelter Rat ugeruff. Zesummen hu mir eng Léisung fonnt, fir Raten no hannen ze réckelen.',
  10: "D'Équipe ass seriö an äntwert op d'Froen. Fir mäin Dossier als Selbststännegen hu mir awer e puer Mol misse matenee schreiwen.",
};

export default comments;
