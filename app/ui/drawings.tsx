import type { ReactNode } from 'react';

/*
 * Our own drawings: a few lines of 1.5 at every size, one surface of brand tint, one touch of ochre. Decoration only:
 * the words beside them say everything.
 */

export type DrawingProps = { size?: number };

/** `left` is where the drawing begins, so that it stands flush with the text under it. */
function Drawing({ size = 80, left, children }: DrawingProps & { left: number; children: ReactNode }) {
  return (
    <svg className="drawing" width={size} height={size} viewBox={`${left - 1} 10 80 80`} aria-hidden="true">
      {children}
    </svg>
  );
}

export function CounterDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={10}>
      <path className="tint" d="M30 74V42a18 18 0 0 1 36 0v32Z" />
      <path d="M22 74V42a26 26 0 0 1 52 0v32M30 74V42a18 18 0 0 1 36 0v32M48 16v8M28.5 24l5 6M67.5 24l-5 6" />
      <path d="M40 74v-7a8 8 0 0 1 16 0v7M42 46h12M44 50.500h8" />
      <path d="M10 74h76v8H10zM18 82v6M78 82v6" />
      <path className="touch" d="M64 74a5 5 0 0 1 10 0Z" />
    </Drawing>
  );
}

export function EnvelopeDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={14}>
      <path className="tint" d="M14 30h68L48 58Z" />
      <path d="M14 28h68v44H14zM14 30l34 28 34-28M14 70l24-20M82 70 58 50" />
      <circle className="touch" cx="48" cy="57" r="6" />
    </Drawing>
  );
}

export function CalendarDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={16}>
      <path className="tint" d="M16 22h64v14H16z" />
      <path d="M16 22h64v56H16zM16 36h64M30 16v12M66 16v12" />
      <path d="M28 47h6M45 47h6M62 47h6M28 57h6M62 57h6M28 67h6M45 67h6" />
      <path className="touch" d="M43 61v-4a5 5 0 0 1 10 0v4Z" />
    </Drawing>
  );
}

export function CoinsDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={16}>
      <path className="tint" d="M16 52v20c0 4.4 8 8 18 8s18-3.6 18-8V52" />
      <path d="M16 52c0 4.4 8 8 18 8s18-3.6 18-8-8-8-18-8-18 3.6-18 8ZM16 52v20c0 4.4 8 8 18 8s18-3.6 18-8V52" />
      <path d="M16 62c0 4.4 8 8 18 8s18-3.6 18-8M58 79c12 1.5 24-2 24-7V32" />
      <path d="M46 40v-8M58 69c12 1.5 24-2 24-7M58 59c12 1.5 24-2 24-7M58 49c12 1.5 24-2 24-7" />
      <ellipse className="touch" cx="64" cy="32" rx="18" ry="8" />
    </Drawing>
  );
}

export function CardDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={10}>
      <path className="tint" d="M10 36h76v10H10z" />
      <path d="M16 24h64a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6H16a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6ZM10 36h76M10 46h76" />
      <path d="M20 62h18M44 62h8" />
      <path className="touch" d="M66 66v-6a5 5 0 0 1 10 0v6Z" />
    </Drawing>
  );
}

export function KeyDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={14}>
      <circle className="tint" cx="32" cy="34" r="18" />
      <circle cx="32" cy="34" r="18" />
      <path d="m45 47 33 33M64 66l8-8M73 75l6-6" />
      <circle className="touch" cx="28" cy="30" r="5" />
    </Drawing>
  );
}

export function DocumentDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={22}>
      <path className="tint" d="M58 14v16h16Z" />
      <path d="M22 14h36l16 16v52H22zM58 14v16h16M32 40h30M32 49h30M32 58h18M32 67h12" />
      <path className="touch" d="M54 74v-7a6 6 0 0 1 12 0v7Z" />
    </Drawing>
  );
}

export function ShieldDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={20}>
      <path className="tint" d="M48 14v68c18-8 28-20 28-38V24Z" />
      <path d="M48 14 20 24v20c0 18 10 30 28 38 18-8 28-20 28-38V24ZM48 14v24M48 56v26" />
      <path className="touch" d="M41 56v-9a7 7 0 0 1 14 0v9Z" />
    </Drawing>
  );
}

export function ReceiptDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={26}>
      <path className="tint" d="M26 14h44v16H26z" />
      <path d="M26 14h44v68l-7.3-5-7.3 5-7.4-5-7.3 5-7.4-5L26 82ZM26 30h44M34 40h12M56 40h6M34 49h12M56 49h6M34 58h12" />
      <path className="touch" d="M54 54h9v8h-9z" />
    </Drawing>
  );
}

export function SearchDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={18}>
      <circle className="tint" cx="42" cy="42" r="24" />
      <circle cx="42" cy="42" r="24" />
      <path d="m60 60 22 22M30 38h24M30 46h14" />
      <circle className="touch" cx="52" cy="46" r="3.5" />
    </Drawing>
  );
}

export function CarDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={8}>
      <path className="tint" d="m24 46 7-16h26l13 16Z" />
      <path d="M10 66V52l14-6 7-16h26l13 16 16 5v15H10ZM24 46h46M46 30v16" />
      <circle cx="28" cy="68" r="8" className="paper" />
      <circle cx="68" cy="68" r="8" className="paper" />
      <path d="M8 76h78" />
      <path className="touch" d="M80 54h6v6h-6z" />
    </Drawing>
  );
}

export function HouseDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={10}>
      <path className="tint" d="M14 44 48 16l34 28Z" />
      <path d="M14 44 48 16l34 28M22 38v42h52V38M10 80h76M62 27V18h8v16" />
      <path d="M32 50h10v10H32zM37 50v10M32 55h10" />
      <path className="touch" d="M52 80V64a7 7 0 0 1 14 0v16Z" />
    </Drawing>
  );
}

/** Several debts becoming one. */
export function StreamsDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={10}>
      <path className="tint" d="M58 38h28v20H58z" />
      <path d="M10 20h14c18 0 14 22 34 22M10 40h12c14 0 16 5 36 5M10 56h12c14 0 16-5 36-5M10 76h14c18 0 14-22 34-22M58 38h28v20H58z" />
      <circle className="touch" cx="72" cy="48" r="5" />
    </Drawing>
  );
}

export function ClockDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={16}>
      <path className="tint" d="M48 48V18a30 30 0 0 1 26 45Z" />
      <circle cx="48" cy="48" r="32" />
      <path d="M48 26v22l16 10M48 16v4M48 76v4M16 48h4M76 48h4" />
      <circle className="touch" cx="48" cy="48" r="4" />
    </Drawing>
  );
}
