import { CalendarDrawing } from '../../app/ui/drawings/calendar.tsx';
import { CarDrawing } from '../../app/ui/drawings/car.tsx';
import { CardDrawing } from '../../app/ui/drawings/card.tsx';
import { ClockDrawing } from '../../app/ui/drawings/clock.tsx';
import { CoinsDrawing } from '../../app/ui/drawings/coins.tsx';
import { CounterDrawing } from '../../app/ui/drawings/counter.tsx';
import { DocumentDrawing } from '../../app/ui/drawings/document.tsx';
import { EnvelopeDrawing } from '../../app/ui/drawings/envelope.tsx';
import { HouseDrawing } from '../../app/ui/drawings/house.tsx';
import { KeyDrawing } from '../../app/ui/drawings/key.tsx';
import { ReceiptDrawing } from '../../app/ui/drawings/receipt.tsx';
import { SearchDrawing } from '../../app/ui/drawings/search.tsx';
import { ShieldDrawing } from '../../app/ui/drawings/shield.tsx';
import { StreamsDrawing } from '../../app/ui/drawings/streams.tsx';
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
        <CalendarDrawing />
        <CarDrawing />
        <CardDrawing />
        <ClockDrawing />
        <CoinsDrawing />
        <CounterDrawing />
        <DocumentDrawing />
        <EnvelopeDrawing />
        <HouseDrawing />
        <KeyDrawing />
        <ReceiptDrawing />
        <SearchDrawing />
        <ShieldDrawing />
        <StreamsDrawing />
      </Cluster>
      <Cluster>
        <CounterDrawing size={220} />
        <CoinsDrawing size={48} />
      </Cluster>
    </Stack>
  );
}
