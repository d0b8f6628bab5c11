import * as drawings from '../../app/ui/drawings.tsx';
import { Cluster, Stack } from '../../app/ui/layout.tsx';
import { Mark, Wordmark } from '../../app/ui/mark.tsx';

export function Drawings() {
  return (
    <Stack gap={6}>
      <Cluster>
        <Mark size={20} />
        <Mark size={32} />
        <Mark size={64} />
        <Mark size={128} title="Guichet" />
        <Wordmark name="Guichet" />
      </Cluster>
      <Cluster>
        {Object.entries(drawings).map(([name, One]) => (
          <One key={name} />
        ))}
      </Cluster>
      <Cluster>
        <drawings.CounterDrawing size={220} />
        <drawings.CoinsDrawing size={48} />
      </Cluster>
    </Stack>
  );
}
