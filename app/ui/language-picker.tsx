import Check from 'lucide-react/icons/check';
import Languages from 'lucide-react/icons/languages';
import { MenuList, Popover } from './popover.tsx';

export type LanguageChoice = {
  code: string;
  /** The language's own name. */
  name: string;
  /** Its flag as a character: a help to the eye, never the name. */
  flag: string;
  /** Tag for the `lang` attribute, when the code is not one. */
  lang?: string;
};

/** Languages under their own names, each behind its flag. */
export function LanguagePicker({
  label,
  languages,
  value,
  onChange,
}: {
  label: string;
  languages: readonly LanguageChoice[];
  value: string;
  onChange: (code: string) => void;
}) {
  const current = languages.find((language) => language.code === value);
  return (
    <Popover
      className="language-picker only-scripted"
      placement="bottom-end"
      panelLabel={label}
      button={{
        tone: 'quiet',
        size: 'dense',
        icon: <Languages aria-hidden="true" />,
      }}
      label={
        <>
          <span className="visually-hidden">{current ? `${label} : ${current.name}` : label}</span>
          <span className="language-code" aria-hidden="true">
            {value}
          </span>
        </>
      }
    >
      {(close) => (
        <MenuList>
          {languages.map((language) => (
            <li key={language.code}>
              <button
                type="button"
                className="menu-item"
                lang={language.lang ?? language.code}
                aria-current={language.code === value ? 'true' : undefined}
                onClick={() => {
                  onChange(language.code);
                  close();
                }}
              >
                <span aria-hidden="true">{language.flag}</span>
                <span className="menu-item-text">{language.name}</span>
                {language.code === value ? <Check aria-hidden="true" /> : null}
              </button>
            </li>
          ))}
        </MenuList>
      )}
    </Popover>
  );
}
