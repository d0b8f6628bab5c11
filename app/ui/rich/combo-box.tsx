import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, type ReactNode, useContext, useId, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { describedBy, FieldNotes, type FieldTexts, RequiredMark } from '../field.tsx';

export type ComboBoxOption = {
  id: string;
  label: string /** Beside the label, e.g. a currency code. */;
  detail?: ReactNode;
  /** What it is found by besides its label. */
  words?: string;
};

/**
 * The library closes the list when the page scrolls and discards the typed text: while a page was still scrolling to the field, the first
 * letters were lost. This list is positioned in the page and scrolls with it.
 */
function OpenWhileScrolling({ children }: { children: ReactNode }) {
  const list = useContext(OverlayTriggerStateContext);
  const close = () => {
    if (window.event?.type !== 'scroll') list?.close();
  };
  return (
    <OverlayTriggerStateContext.Provider value={list && { ...list, close }}>
      {children}
    </OverlayTriggerStateContext.Provider>
  );
}

/** A click anywhere in the field opens the whole list, like the button beside it; the arrow keys do so natively. */
function OpeningInput(props: ComponentProps<typeof Input>) {
  const list = useContext(ComboBoxStateContext);
  return (
    <Input
      {...props}
      className="control-input"
      onClick={(event) => {
        event.currentTarget.select();
        if (list && !list.isOpen) list.open(null, 'manual');
      }}
    />
  );
}

/**
 * The typed text beside the chosen option, both held here. Left with the text, the library empties it again some renders after the option
 * was given up: a person who cleared the field and typed on lost the first letter.
 */
function useTypedText(
  options: readonly ComboBoxOption[],
  value: string | null,
  onChange: (id: string | null) => void,
) {
  const labelOf = (id: string | null) => options.find((option) => option.id === id)?.label ?? '';
  const [shown, setShown] = useState(value);
  const [typed, setTyped] = useState(labelOf(value));
  function show(id: string | null, text: string) {
    setShown(id);
    setTyped(text);
  }
  // The form set another value.
  if (value !== shown) show(value, labelOf(value));
  return {
    typed,
    onType(text: string) {
      setTyped(text);
      if (text !== '' || value === null) return;
      show(null, text);
      onChange(null);
    },
    /** Also called with the same option, when typing is given up. */
    onChoose(id: string | null) {
      show(id, labelOf(id));
      if (id !== value) onChange(id);
    },
  };
}

/** The list that opens below the field. */
function FoundOptions({ emptyText }: { emptyText: string }) {
  return (
    <OpenWhileScrolling>
      <Popover className="float" data-fit="trigger" maxHeight={360}>
        <ListBox<ComboBoxOption>
          className="float-list"
          renderEmptyState={() => <p className="float-empty">{emptyText}</p>}
        >
          {(option) => (
            <ListBoxItem className="float-item" id={option.id} textValue={option.label}>
              <span className="menu-item-text">{option.label}</span>
              {option.detail ? <span className="float-detail">{option.detail}</span> : null}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </OpenWhileScrolling>
  );
}

type ComboBoxProps = Omit<FieldTexts, 'hideLabel'> & {
  name?: string;
  options: readonly ComboBoxOption[];
  value: string | null;
  onChange: (id: string | null) => void;
  onBlur?: () => void;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** What the list says when nothing matches. */
  emptyText: string;
  /** Whether an option matches what was typed; by its label when not given. */
  isFound?: (option: ComboBoxOption, typed: string) => boolean;
  autoComplete?: string;
};

/** A list long enough to be searched. `value` is an option's id, null while nothing is chosen. */
export function ComboBox({
  name,
  options,
  value,
  onChange,
  onBlur,
  required,
  disabled,
  placeholder,
  emptyText,
  isFound,
  autoComplete,
  ...texts
}: ComboBoxProps) {
  const id = useId();
  const { label, hint, error, remark, optionalText } = texts;
  const { typed, onType, onChoose } = useTypedText(options, value, onChange);
  // The library knows an option by its label only.
  const byLabel = new Map(options.map((option) => [option.label, option]));
  const filter =
    isFound &&
    ((optionLabel: string, typed: string) => {
      const option = byLabel.get(optionLabel);
      return option !== undefined && isFound(option, typed);
    });
  return (
    <AriaComboBox
      className="field"
      data-invalid={error ? true : undefined}
      name={name}
      defaultItems={options}
      defaultFilter={filter}
      value={value}
      onChange={(key) => onChoose(key === null ? null : String(key))}
      inputValue={typed}
      onInputChange={onType}
      onBlur={onBlur}
      isRequired={required}
      isDisabled={disabled}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      allowsEmptyCollection
      aria-describedby={describedBy(id, texts)}
    >
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
      <div className="control" data-disabled={disabled || undefined}>
        <OpeningInput
          placeholder={placeholder}
          autoComplete={autoComplete ?? 'off'}
          // Typing replaces the chosen value. During typing the library reports with an event that no option matches any more; it must not reset
          // the typed text.
          onFocus={(event) => event.isTrusted && event.currentTarget.select()}
        />
        <Button className="control-button">
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <FieldNotes id={id} error={error} remark={remark} />
      <FoundOptions emptyText={emptyText} />
    </AriaComboBox>
  );
}
