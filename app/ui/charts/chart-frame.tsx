import ChartLine from 'lucide-react/icons/chart-line';
import Sheet from 'lucide-react/icons/table-2';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';

export type ChartTexts = {
  title: ReactNode;
  /** A sentence that describes the drawing for screen readers. */
  summary: ReactNode;
  /** Label of the cursor that moves over the points with the arrow keys. */
  cursorLabel: string;
  showTableLabel: string;
  showChartLabel: string;
};

export const PLOT = { height: 220, top: 10, bottom: 28, right: 8 };

/** Width of the value labels at the left: figures of 12 px are about 7 wide. */
export function axisRoom(ticks: readonly number[], format: (value: number) => string): number {
  return Math.max(0, ...ticks.map((tick) => format(tick).length)) * 7 + 10;
}

interface ChartFrameProps {
  texts: ChartTexts;
  readout: ReactNode;
  legend?: ReactNode;
  table: ReactNode;
  /** The points that the cursor moves over. */
  cursor: {
    at: number;
    count: number;
    valueText: string;
    onMove: (at: number) => void;
    positionAt: (pixels: number, width: number) => number;
  };
  children: (width: number) => ReactNode;
}

/** Title, sentence, readout of the cursor, the drawing, and the same data as a table. */
export function ChartFrame({ texts, readout, legend, table, cursor, children }: ChartFrameProps) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot);
  return (
    <figure className="chart" aria-labelledby={`${id}-title`}>
      <figcaption className="chart-head">
        <div className="chart-words">
          <p className="chart-title" id={`${id}-title`}>
            {texts.title}
          </p>
          <p className="chart-summary">{texts.summary}</p>
        </div>
        <button
          type="button"
          className="btn chart-toggle only-scripted"
          data-tone="quiet"
          data-size="dense"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartLine aria-hidden="true" /> : <Sheet aria-hidden="true" />}
          <span className="btn-label">{asTable ? texts.showChartLabel : texts.showTableLabel}</span>
        </button>
      </figcaption>
      {asTable ? (
        <div className="chart-table">{table}</div>
      ) : (
        <>
          <div className="chart-readout">
            {legend}
            <p className="chart-point tabular">{readout}</p>
          </div>
          <div
            className="chart-plot"
            ref={plot}
            onPointerMove={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              cursor.onMove(cursor.positionAt(event.clientX - box.left, width));
            }}
          >
            {children(width)}
            <input
              type="range"
              className="chart-cursor only-scripted"
              min={0}
              max={Math.max(0, cursor.count - 1)}
              step={1}
              value={cursor.at}
              aria-label={texts.cursorLabel}
              aria-valuetext={cursor.valueText}
              onChange={(event) => cursor.onMove(event.target.valueAsNumber)}
            />
          </div>
        </>
      )}
    </figure>
  );
}

/** The measured width of the drawing; before that, and on the server, a default. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(200, Math.round(entry.contentRect.width)));
    });
    watch.observe(box);
    return () => watch.disconnect();
  });
  return width;
}

/** Horizontal hairlines with their values at the left. */
export function ValueAxis({
  ticks,
  left,
  width,
  y,
  format,
}: {
  ticks: readonly number[];
  left: number;
  width: number;
  y: (value: number) => number;
  format: (value: number) => string;
}) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        className={tick === 0 ? 'chart-zero' : 'chart-rule'}
        x1={left}
        x2={width}
        y1={y(tick)}
        y2={y(tick)}
      />
      <text className="chart-tick tabular" x={left - 8} y={y(tick) + 4} textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ));
}

export function LabelAxis({
  labels,
  shown,
  x,
  centred,
}: {
  labels: readonly string[];
  shown: readonly number[];
  x: (index: number) => number;
  /** Under bars every label is centred; under a line the first and the last are aligned to the edges. */
  centred?: boolean;
}) {
  const last = labels.length - 1;
  return shown.map((index) => (
    <text
      key={index}
      className="chart-tick"
      x={x(index)}
      y={PLOT.height - 8}
      textAnchor={
        centred || last === 0 ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'
      }
    >
      {labels[index]}
    </text>
  ));
}
