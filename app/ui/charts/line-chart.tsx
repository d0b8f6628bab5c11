import { type ReactNode, useState } from 'react';
import { Table } from '../table.tsx';
import { axisRoom, ChartFrame, type ChartTexts, LabelAxis, PLOT, ValueAxis } from './chart-frame.tsx';
import { niceTicks, spreadLabels, tenths } from './scale.ts';

export type LinePoint = {
  key: string;
  /** Under the axis, e.g. a short date. */
  label: string;
  /** In the readout and the table, e.g. the full date. */
  longLabel?: string;
  value: number;
  valueText: string;
};

/** The drawing: the line in steps, dashed after the present, with a hair and a dot at the cursor. */
function LinePlot({
  points,
  present,
  here,
  place: { width, left, y },
  children,
}: {
  points: readonly LinePoint[];
  present: number;
  /** The index of the point under the cursor. */
  here: number;
  place: { width: number; left: number; y: (value: number) => number };
  /** The axis of the values, between the area and the line. */
  children: ReactNode;
}) {
  const last = points.length - 1;
  const x = (index: number) => tenths(left + (last === 0 ? 0.5 : index / last) * (width - left - PLOT.right));
  const heightAt = (index: number) => y(points[index]?.value ?? 0);
  const from = (index: number) => `M${x(index)},${heightAt(index)}`;
  const steps = (first: number, end: number) =>
    points
      .slice(first, end)
      .map(({ value }, index) => `H${x(first + index)}V${y(value)}`)
      .join('');
  const come = `${from(0)}${steps(1, present + 1)}`;
  const planned = steps(present + 1, points.length);
  return (
    <svg className="chart-svg" viewBox={`0 0 ${width} ${PLOT.height}`} aria-hidden="true">
      <path className="chart-area" d={`${come}V${y(0)}H${x(0)}Z`} />
      {children}
      <path className="chart-line" d={come} />
      {planned ? <path className="chart-line" data-planned="true" d={`${from(present)}${planned}`} /> : null}
      <line className="chart-hair" x1={x(here)} x2={x(here)} y1={PLOT.top} y2={PLOT.height - PLOT.bottom} />
      <circle className="chart-dot" cx={x(here)} cy={heightAt(here)} r={5} />
      <LabelAxis
        labels={points.map(({ label }) => label)}
        shown={spreadLabels(points.length, width - left, 110)}
        x={x}
      />
    </svg>
  );
}

type LineChartProps = ChartTexts & {
  points: readonly LinePoint[];
  headers: { label: string; value: string };
  formatTick: (value: number) => string;
  /** Hides the figures, keeps the shape. */
  masked?: boolean;
  maskedText?: string;
  /** The last point that has come: the cursor begins there, and the line of those after it is dashed. All have come unless given. */
  presentAt?: number;
};

/** A balance over time, drawn as steps, because a balance changes at once and not gradually. */
export function LineChart({
  points,
  headers,
  formatTick,
  masked,
  maskedText = '••••',
  presentAt,
  ...texts
}: LineChartProps) {
  const last = points.length - 1;
  const present = Math.min(presentAt ?? last, last);
  const [at, setAt] = useState(present);
  const point = points[Math.min(at, last)];
  if (!point) return null;

  const values = points.map(({ value }) => value);
  const ticks = niceTicks(Math.min(0, ...values), Math.max(0, ...values), 3);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const plotHeight = PLOT.height - PLOT.top - PLOT.bottom;
  const y = (value: number) => tenths(PLOT.top + ((high - value) / (high - low)) * plotHeight);
  const left = axisRoom(ticks, formatTick);
  const text = (value: string) => (masked ? maskedText : value);
  const name = ({ longLabel, label }: LinePoint) => longLabel ?? label;

  return (
    <ChartFrame
      texts={texts}
      readout={
        <>
          <span className="chart-point-label">{name(point)}</span> <strong>{text(point.valueText)}</strong>
        </>
      }
      cursor={{
        at: Math.min(at, last),
        count: points.length,
        valueText: `${name(point)} : ${text(point.valueText)}`,
        onMove: setAt,
        positionAt: (pixels, width) =>
          Math.min(last, Math.max(0, Math.round(((pixels - left) / (width - left - PLOT.right)) * last))),
      }}
      table={
        <Table
          caption={texts.title}
          stack={false}
          rows={points}
          rowKey={({ key }) => key}
          columns={[
            { key: 'label', header: headers.label, cell: name, rowHeader: true },
            { key: 'value', header: headers.value, cell: ({ valueText }) => text(valueText), numeric: true },
          ]}
        />
      }
    >
      {(width) => (
        <LinePlot points={points} present={present} here={points.indexOf(point)} place={{ width, left, y }}>
          <ValueAxis ticks={ticks} left={left} width={width} y={y} format={masked ? () => '' : formatTick} />
        </LinePlot>
      )}
    </ChartFrame>
  );
}
