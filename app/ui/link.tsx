import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, use } from 'react';

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

function PlainLink(props: LinkProps) {
  return <a {...props} />;
}

const LinkComponent = createContext<ComponentType<LinkProps>>(PlainLink);

/** Gives every link of the design system the application's own link, so that in-app links do not reload the page. */
export function LinkProvider({
  component,
  children,
}: {
  component: ComponentType<LinkProps>;
  children: ReactNode;
}) {
  return <LinkComponent value={component}>{children}</LinkComponent>;
}

/** A link to a page of the product; mailto:, tel: and other sites stay plain anchors. */
export function Link(props: LinkProps) {
  const Component = use(LinkComponent);
  const inApp = props.href.startsWith('/') && !props.target && props.download === undefined;
  return inApp ? <Component {...props} /> : <a {...props} />;
}
