import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import type { ButtonSize, ButtonTone } from '../button.tsx';

export type MenuAction = {
  key: string;
  label: string;
  icon?: ReactNode;
  detail?: ReactNode;
  tone?: 'danger';
  disabled?: boolean;
  href?: string;
  onAction?: () => void;
};

export type MenuGroup = { key: string; title?: string; items: readonly MenuAction[] };

/** What can be done with one thing. Arrow keys, type-ahead, Escape. */
export function Menu({
  label,
  trigger,
  groups,
  tone = 'quiet',
  size,
  iconOnly,
}: {
  /** Accessible name of the button and of the menu. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  groups: readonly MenuGroup[];
  tone?: ButtonTone;
  size?: ButtonSize;
  iconOnly?: boolean;
}) {
  return (
    <MenuTrigger>
      <Button
        className={iconOnly ? 'btn btn-icon' : 'btn'}
        data-tone={tone}
        data-size={size}
        aria-label={iconOnly ? label : undefined}
      >
        {trigger}
      </Button>
      <Popover className="float" placement="bottom end">
        <AriaMenu className="float-list" aria-label={label}>
          {groups.map((group) => (
            <MenuSection key={group.key} className="float-section" aria-label={group.title ?? label}>
              {group.title ? <Header className="float-title">{group.title}</Header> : null}
              {group.items.map((item) => (
                <MenuItem
                  key={item.key}
                  id={item.key}
                  className="float-item"
                  data-tone={item.tone}
                  textValue={item.label}
                  isDisabled={item.disabled}
                  href={item.href}
                  onAction={item.onAction}
                >
                  {item.icon}
                  <span className="menu-item-text">{item.label}</span>
                  {item.detail ? <span className="float-detail">{item.detail}</span> : null}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
