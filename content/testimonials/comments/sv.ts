import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'Rådgivaren förklarade den effektiva räntan rad för rad. Efter samtalet sänkte jag beloppet, och det ångrar jag inte.',
  2: 'Jag fick skicka ett nytt adressbevis eftersom det första var för gammalt. Sedan syntes varje steg på mina kundsidor.',
  3: 'Ingen pressade mig att skriva under. Jag behöll erbjudandet i tio dagar och jämförde det med två andra.',
  4: 'Amorteringsplanen stämmer på centen med mina dragningar. Jag hade gärna fått välja förfallodag själv.',
  5: 'Underlaget jämförde kostnaden för mina tre lån med att samla dem. Jag valde och visste vad jag betalade extra.',
  6: 'Min ansökan fick avslag. Skälet var tydligt, men jag hade hellre fått veta det per telefon än i ett meddelande.',
  7: 'Jag betalade tillbaka halva lånet i förtid, utan avgift. Den nya planen fick jag direkt efteråt.',
  8: 'Kalkylen visar den totala kostnaden och inte bara månadsbetalningen. Därför valde jag en kortare löptid.',
  9: 'När jag förlorade jobbet ringde jag före den första missade betalningen. Tillsammans hittade vi ett uppskov.',
  10: 'De är seriösa och svarar på frågor. Men mitt ärende som egenföretagare krävde flera omgångar med frågor.',
};

export default comments;
