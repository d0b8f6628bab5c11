import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'Nõustaja selgitas krediidi kulukuse määra rida-realt. Pärast vestlust vähendasin summat ega kahetse.',
  2: 'Pidin aadressi tõendi uuesti saatma, sest eelmine oli liiga vana. Edasi oli iga samm kliendialal näha.',
  3: 'Keegi ei sundinud mind alla kirjutama. Hoidsin pakkumist kümme päeva ja võrdlesin seda kahe teisega.',
  4: 'Maksegraafik klapib mahaarvamistega sendi täpsusega. Oleksin tahtnud maksepäeva ise valida.',
  5: 'Dokumendis võrreldi minu kolme laenu hinda ühendamisega. Valisin, teades, kui palju juurde maksan.',
  6: 'Minu taotlusest keelduti. Põhjus oli selge, aga oleksin seda eelistanud kuulda telefonis, mitte lugeda sõnumist.',
  7: 'Maksin poole laenust ennetähtaegselt tagasi, ilma tasuta. Uue graafiku sain kohe pärast seda.',
  8: 'Kalkulaator näitab kogukulu, mitte ainult kuumakset. Seepärast valisin lühema tähtaja.',
  9: 'Kui töö kaotasin, helistasin enne esimest maksmata jäävat makset. Leidsime koos viisi makseid edasi lükata.',
  10: 'Nad on tõsised ja vastavad küsimustele. Minu taotlus ettevõtjana nõudis siiski mitut lisaküsimust.',
};

export default comments;
