import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../ui/states.tsx';

/** The dark modules of a QR code as one path, one unit per module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

/** A QR code of a text. Black on white in both themes, because cameras need the contrast. The encoder is loaded on demand. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await import('uqr')).encode(text, { ecc: 'M', border: 4 }),
    // Cleared on unmount: the text may hold a secret.
    gcTime: 0,
  });
  if (!code.data) return <Skeleton shape="block" />;
  const { size, data } = code.data;
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={pathOf(data)} fill="black" />
    </svg>
  );
}
