/** The secret that a mail's link carries behind its `#`; empty where there is none. */
export const tokenOfLink = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
