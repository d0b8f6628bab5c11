import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: "La consulente mi ha spiegato il TAEG riga per riga. Ho ridotto l'importo dopo averne parlato con lei e non me ne pento.",
  2: 'Ho dovuto inviare di nuovo una prova di residenza perché la mia era vecchia. Poi ogni fase era indicata nella mia area clienti.',
  3: "Nessuno mi ha messo fretta. Ho tenuto l'offerta dieci giorni e l'ho confrontata con altre due prima di decidere.",
  4: 'Il piano di ammortamento corrisponde al centesimo ai miei addebiti. Mi sarebbe piaciuto scegliere la data di scadenza.',
  5: 'Il documento confrontava il costo dei miei tre prestiti con quello del consolidamento. Ho scelto sapendo quanto pagavo in più.',
  6: 'La mia richiesta è stata rifiutata. Il motivo era chiaro, ma avrei preferito saperlo per telefono e non con un messaggio.',
  7: 'Ho rimborsato metà del prestito in anticipo, senza spese. Ho ricevuto subito il nuovo piano.',
  8: 'Il simulatore indica il costo totale e non solo la rata. Per questo ho scelto una durata più breve.',
  9: 'Dopo aver perso il lavoro, ho chiamato prima del primo mancato pagamento. Insieme abbiamo concordato un rinvio delle rate.',
  10: 'Il personale è serio e risponde alle domande. La mia pratica di lavoratore autonomo ha però richiesto diversi chiarimenti.',
};

export default comments;
