import { type ReactNode, useState } from 'react';
import { Table } from '../table.tsx';
import { axisRoom, ChartFrame, type ChartTexts, LabelAxis, PLOT, ValueAxis } from './chart-frame.tsx';
import { niceTicks, spreadLabels, tenths } from './scale.ts';

export type StackSeries = { key: string; label: string; tone: 'brand' | 'accent' };

export type StackBar = {
  key: string;
  label: string;
  longLabel?: string;
  /** One per series, in their order. */
  values: readonly number[];
};

type StackedBarsProps = ChartTexts & {
  series: readonly StackSeries[];
  bars: readonly StackBar[];
  labelHeader: string;
  formatTick: (value: number) => string;
  /** Called for the bar under the cursor and the open table only: formatting every bar would delay a slider that drives the chart. */
  formatValue: (value: number) => string;
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function Legend({ series }: { series: readonly StackSeries[] }) {
  return (
    <ul className="chart-legend">
      {series.map(({ key, label, tone }) => (
        <li key={key}>
          <svg width={12} height={12} aria-hidden="true">
            <rect className="chart-bar" data-tone={tone} width={12} height={12} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The drawing: each series is one path of bars that stand on the ones before. */
function BarPlot({
  series,
  bars,
  here,
  place: { width, left, floor, y },
  children,
}: {
  series: readonly StackSeries[];
  bars: readonly StackBar[];
  /** The index of the bar under the cursor. */
  here: number;
  place: { width: number; left: number; floor: number; y: (value: number) => number };
  /** The axis of the values, behind the bars. */
  children: ReactNode;
}) {
  const room = (width - left) / bars.length;
  const thickness = tenths(Math.max(1, Math.min(48, room - Math.min(12, Math.max(1, room * 0.3)))));
  const x = (index: number) => tenths(left + room * index + (room - thickness) / 2);
  /** Bars end on whole pixels, so that their edges are sharp. */
  const sharp = (value: number) => Math.round(y(value));
  return (
    <svg className="chart-svg" viewBox={`0 0 ${width} ${PLOT.height}`} aria-hidden="true">
      {children}
      <rect className="chart-here" x={x(here)} y={floor + 2} width={thickness} height={3} />
      {series.map(({ key, tone }, order) => (
        <path
          key={key}
          className="chart-bar"
          data-tone={tone}
          d={bars
            .map(({ values }, index) => {
              const below = sum(values.slice(0, order));
              const top = below + (values[order] ?? 0);
              return `M${x(index)} ${sharp(below)}V${sharp(top)}h${thickness}V${sharp(below)}`;
            })
            .join('')}
        />
      ))}
      <LabelAxis
        labels={bars.map(({ label }) => label)}
        shown={spreadLabels(bars.length, width - left, 60)}
        x={(index) => tenths(x(index) + thickness / 2)}
        centred
      />
    </svg>
  );
}

/** Parts of a whole, period by period: principal and interest of each year or month. */
export function StackedBars({
  series,
  bars,
  labelHeader,
  formatTick,
  formatValue,
  ...texts
}: StackedBarsProps) {
  const [at, setAt] = useState(0);
  const last = bars.length - 1;
  const here = Math.min(at, last);
  const bar = bars[here];
  if (!bar) return null;

  const ticks = niceTicks(0, Math.max(...bars.map(({ values }) => sum(values))), 3);
  const high = ticks.at(-1) ?? 1;
  const floor = PLOT.height - PLOT.bottom;
  const y = (value: number) => tenths(floor - (value / high) * (floor - PLOT.top));
  const left = axisRoom(ticks, formatTick);
  const name = ({ longLabel, label }: StackBar) => longLabel ?? label;
  const valueText = ({ values }: StackBar, index: number) => formatValue(values[index] ?? 0);

  return (
    <ChartFrame
      texts={texts}
      legend={<Legend series={series} />}
      readout={
        <>
          <span className="chart-point-label">{name(bar)}</span>{' '}
          {series.map(({ key, label }, index) => (
            <span key={key} className="chart-part">
              {label} <strong>{valueText(bar, index)}</strong>
            </span>
          ))}
        </>
      }
      cursor={{
        at: here,
        count: bars.length,
        valueText: [name(bar), ...series.map(({ label }, index) => `${label} ${valueText(bar, index)}`)].join(
          ', ',
        ),
        onMove: setAt,
        positionAt: (pixels, width) =>
          Math.min(last, Math.max(0, Math.floor(((pixels - left) / (width - left)) * bars.length))),
      }}
      table={
        <Table
          caption={texts.title}
          stack={false}
          rows={bars}
          rowKey={({ key }) => key}
          columns={[
            { key: 'label', header: labelHeader, cell: name, rowHeader: true },
            ...series.map(({ key, label }, index) => ({
              key,
              header: label,
              cell: (row: StackBar) => valueText(row, index),
              numeric: true,
            })),
          ]}
        />
      }
    >
      {(width) => (
        <BarPlot series={series} bars={bars} here={here} place={{ width, left, floor, y }}>
          <ValueAxis ticks={ticks} left={left} width={width} y={y} format={formatTick} />
        </BarPlot>
      )}
    </ChartFrame>
  );
}
