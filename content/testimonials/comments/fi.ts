import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'Neuvoja selitti todellisen vuosikoron rivi riviltä. Pienensin summaa keskustelun jälkeen, enkä ole katunut.',
  2: 'Jouduin lähettämään osoitetodistuksen uudelleen, koska ensimmäinen oli liian vanha. Sen jälkeen jokainen vaihe näkyi asiakassivuilla.',
  3: 'Kukaan ei painostanut allekirjoittamaan. Pidin tarjouksen kymmenen päivää ja vertasin sitä kahteen muuhun.',
  4: 'Lyhennystaulukko täsmää veloituksiin sentilleen. Olisin mielelläni valinnut eräpäivän itse.',
  5: 'Asiakirjassa verrattiin kolmen lainani hintaa niiden yhdistämiseen. Valitsin tietäen, mitä maksan lisää.',
  6: 'Hakemukseni hylättiin. Syy oli selvä, mutta olisin mieluummin kuullut sen puhelimessa kuin lukenut viestistä.',
  7: 'Maksoin puolet lainasta ennenaikaisesti, ilman kuluja. Uuden taulukon sain heti sen jälkeen.',
  8: 'Laskuri näyttää kokonaiskustannuksen eikä vain kuukausierää. Siksi valitsin lyhyemmän laina-ajan.',
  9: 'Kun menetin työni, soitin ennen kuin ensimmäinen erä jäi maksamatta. Löysimme yhdessä tavan lykätä eriä.',
  10: 'He ovat asiallisia ja vastaavat kysymyksiin. Yrittäjänä hakemukseni vaati kuitenkin useita lisäselvityksiä.',
};

export default comments;
