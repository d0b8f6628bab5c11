import Check from 'lucide-react/icons/check';
import Languages from 'lucide-react/icons/languages';
import flags from './flags.svg';
import { MenuList, Popover } from './popover.tsx';

export type LanguageChoice = {
  code: string;
  /** The language's own name. */
  name: string;
  /** Tag for the `lang` attribute, when the code is not one. */
  lang?: string;
};

/** Languages under their own names, each behind the flag that `flags.svg` draws for its code. */
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
                <img
                  className="language-flag"
                  src={`${flags}#${language.code}`}
                  alt=""
                  width={20}
                  height={14}
                />
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
