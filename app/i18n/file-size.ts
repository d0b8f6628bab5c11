/** The size of a file as the language writes it: « 1,2 Mo », or whole kilobytes below one megabyte. */
export function fileSize(bytes: number, locale: string): string {
  const isSmall = bytes < 1024 * 1024;
  const value = isSmall ? Math.max(1, Math.round(bytes / 1024)) : bytes / (1024 * 1024);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  }).format(value);
}
