import { parseDate } from '@internationalized/date';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CalendarIcon from 'lucide-react/icons/calendar';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker as AriaDatePicker } from 'react-aria-components/DatePicker';
import { DateRangePicker as AriaDateRangePicker } from 'react-aria-components/DateRangePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Heading } from 'react-aria-components/Heading';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { RangeCalendar } from 'react-aria-components/RangeCalendar';
import { describedBy, FieldNotes, type FieldTexts, RequiredMark } from '../field.tsx';

type DateTexts = Omit<FieldTexts, 'hideLabel'>;
type Bounds = { min?: string; max?: string; required?: boolean; disabled?: boolean };

const bounds = ({ min, max, required, disabled }: Bounds) => ({
  minValue: min ? parseDate(min) : undefined,
  maxValue: max ? parseDate(max) : undefined,
  isRequired: required,
  isDisabled: disabled,
});

/** A day, typed segment by segment or taken from a calendar. Values are ISO days, "2026-11-20", null while unset. */
export function DatePicker({
  name,
  value,
  onChange,
  onBlur,
  min,
  max,
  required,
  disabled,
  ...texts
}: DateTexts &
  Bounds & {
    name?: string;
    value: string | null;
    onChange: (day: string | null) => void;
    onBlur?: () => void;
  }) {
  const id = useId();
  return (
    <AriaDatePicker
      className="field"
      name={name}
      value={value ? parseDate(value) : null}
      onChange={(day) => onChange(day?.toString() ?? null)}
      onBlur={onBlur}
      isInvalid={Boolean(texts.error)}
      validationBehavior="aria"
      shouldForceLeadingZeros
      aria-describedby={describedBy(id, texts)}
      {...bounds({ min, max, required, disabled })}
    >
      <Frame id={id} texts={texts} required={required}>
        <DateInput className="date-input tabular">
          {(segment) => <DateSegment className="date-segment" segment={segment} />}
        </DateInput>
      </Frame>
      <Popover className="float">
        <Dialog className="calendar">
          <Calendar>
            <CalendarBody />
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

export type DayRange = { start: string; end: string };

/** A period, both days included. */
export function DateRangePicker({
  value,
  onChange,
  min,
  max,
  required,
  disabled,
  ...texts
}: DateTexts & Bounds & { value: DayRange | null; onChange: (range: DayRange | null) => void }) {
  const id = useId();
  return (
    <AriaDateRangePicker
      className="field"
      value={value ? { start: parseDate(value.start), end: parseDate(value.end) } : null}
      onChange={(range) =>
        onChange(range ? { start: range.start.toString(), end: range.end.toString() } : null)
      }
      isInvalid={Boolean(texts.error)}
      validationBehavior="aria"
      shouldForceLeadingZeros
      aria-describedby={describedBy(id, texts)}
      {...bounds({ min, max, required, disabled })}
    >
      <Frame id={id} texts={texts} required={required}>
        <DateInput slot="start" className="date-input tabular">
          {(segment) => <DateSegment className="date-segment" segment={segment} />}
        </DateInput>
        <ArrowRight className="date-to" aria-hidden="true" />
        <DateInput slot="end" className="date-input tabular">
          {(segment) => <DateSegment className="date-segment" segment={segment} />}
        </DateInput>
      </Frame>
      <Popover className="float">
        <Dialog className="calendar">
          <RangeCalendar>
            <CalendarBody />
          </RangeCalendar>
        </Dialog>
      </Popover>
    </AriaDateRangePicker>
  );
}

function Frame({
  id,
  texts,
  required,
  children,
}: {
  id: string;
  texts: DateTexts;
  required?: boolean;
  children: ReactNode;
}) {
  const { label, hint, error, remark, optionalText } = texts;
  return (
    <>
      <Label className="field-label">
        {label}
        {required ? <RequiredMark /> : null}
        {optionalText ? <span className="field-optional"> {optionalText}</span> : null}
      </Label>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <Group className="control date-control">
        <div className="date-inputs">{children}</div>
        <Button className="control-button">
          <CalendarIcon aria-hidden="true" />
        </Button>
      </Group>
      <FieldNotes id={id} error={error} remark={remark} />
    </>
  );
}

function CalendarBody() {
  return (
    <>
      <div className="calendar-head">
        <Button slot="previous" className="btn btn-icon" data-tone="quiet" data-size="dense">
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Heading className="calendar-title" />
        <Button slot="next" className="btn btn-icon" data-tone="quiet" data-size="dense">
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <CalendarGrid className="calendar-grid">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="calendar-weekday">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell className="calendar-day tabular" date={date} />}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  );
}
