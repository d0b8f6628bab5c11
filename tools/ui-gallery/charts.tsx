import { Card } from '../../app/ui/card.tsx';
import { LineChart } from '../../app/ui/charts/line-chart.tsx';
import { StackedBars } from '../../app/ui/charts/stacked-bars.tsx';
import { Stack } from '../../app/ui/layout.tsx';

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
const round = new Intl.NumberFormat('fr-FR', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});
const short = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short' });
const long = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', year: 'numeric' });

let balance = 182_000;
const points = Array.from({ length: 90 }, (_, day) => {
  const date = new Date(2026, 7, 23 + day);
  if (date.getDate() === 28) balance += 241_050;
  if (date.getDate() === 5) balance -= 98_000;
  if (day % 4 === 0) balance -= ((day * 7919) % 9000) + 2_000;
  return {
    key: String(day),
    label: short.format(date),
    longLabel: long.format(date),
    value: balance,
    valueText: euros.format(balance / 100),
  };
});

const bars = (count: number, unit: string) =>
  Array.from({ length: count }, (_, index) => {
    const interest = Math.round((36_000 * (count - index)) / count);
    const principal = 353_784 - interest;
    return {
      key: String(index),
      label: `${index + 1}`,
      longLabel: `${unit} ${index + 1}`,
      values: [principal, interest],
    };
  });

const words = {
  cursorLabel: 'Parcourir le graphique',
  showTableLabel: 'Voir en tableau',
  showChartLabel: 'Voir le graphique',
};

export function Charts() {
  return (
    <Stack gap={6}>
      <Card>
        <LineChart
          {...words}
          title="Solde des 90 derniers jours"
          summary="Le solde est passé de 1 800,00 € à 3 264,11 €, au plus bas le 5 septembre."
          points={points}
          headers={{ label: 'Jour', value: 'Solde' }}
          formatTick={(value) => round.format(value / 100)}
        />
      </Card>
      <Card>
        <StackedBars
          {...words}
          title="Capital et intérêts, par an"
          summary="Chaque année, la part du capital grandit et celle des intérêts diminue."
          labelHeader="Année"
          formatValue={(value) => euros.format(value / 100)}
          formatTick={(value) => round.format(value / 100)}
          series={[
            { key: 'principal', label: 'Capital', tone: 'brand' },
            { key: 'interest', label: 'Intérêts', tone: 'accent' },
          ]}
          bars={bars(5, 'Année')}
        />
      </Card>
      <Card>
        <StackedBars
          {...words}
          title="Capital et intérêts, par mois"
          summary="Quatre-vingt-quatre mensualités égales."
          labelHeader="Mois"
          formatValue={(value) => euros.format(value / 100)}
          formatTick={(value) => round.format(value / 100)}
          series={[
            { key: 'principal', label: 'Capital', tone: 'brand' },
            { key: 'interest', label: 'Intérêts', tone: 'accent' },
          ]}
          bars={bars(84, 'Mois')}
        />
      </Card>
    </Stack>
  );
}
