import { useSearch } from 'wouter';

/**
 * The section shown on a screen that has several, from `?section=`, so that it survives a reload and the back button works. An unknown section
 * is the first.
 */
export function useSection<const Section extends string>(
  sections: readonly [Section, ...Section[]],
): Section {
  const asked = new URLSearchParams(useSearch()).get('section');
  return sections.find((section) => section === asked) ?? sections[0];
}

/** The address of a section; the first section is the screen's own path. */
export function sectionHref(path: string, section: string, first: string): string {
  return section === first ? path : `${path}?section=${section}`;
}
