import { type ComponentType, createElement, type SVGProps } from 'react';

/** An icon as lucide draws it: its shapes, on a square of 24. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

export interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number | string;
}

const saysSomething = (props: object) =>
  Object.entries(props).some(
    ([name, value]) => (name.startsWith('aria-') || name === 'role' || name === 'title') && value != null,
  );

/**
 * Makes a component of an icon's data. The build replaces lucide's own `createLucideIcon` with it (vite.config.ts): that one weighs as much as
 * forty icons, for options that are not used here. How its lines are drawn is a rule of the stylesheet (css/button.css), since a page shows many. An icon without a label is hidden from screen readers.
 */
export default function createIcon({ node }: IconData): ComponentType<IconProps> {
  return function Icon({ size = 24, className, ...props }) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        className: className ? `lucide ${className}` : 'lucide',
        ...(saysSomething(props) ? {} : { 'aria-hidden': true }),
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
      props.children,
    );
  };
}
