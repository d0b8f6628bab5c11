import ch from './ch.ts';
import cs from './cs.ts';
import de from './de.ts';
import el from './el.ts';
import en from './en.ts';
import es from './es.ts';
import et from './et.ts';
import fi from './fi.ts';
import fr from './fr.ts';
import ga from './ga.ts';
import hu from './hu.ts';
import it from './it.ts';
import ja from './ja.ts';
import lb from './lb.ts';
import nl from './nl.ts';
import no from './no.ts';
import pl from './pl.ts';
import pt from './pt.ts';
import sr from './sr.ts';
import sv from './sv.ts';
import type { TextWords } from './text-words.ts';
import tr from './tr.ts';
import zh from './zh.ts';

/** The languages that texts are written in, French first. */
export const textWords = {
  fr,
  en,
  de,
  it,
  es,
  pt,
  hu,
  nl,
  el,
  ja,
  ch,
  zh,
  sv,
  tr,
  pl,
  sr,
  cs,
  no,
  fi,
  et,
  lb,
  ga,
} satisfies Record<string, TextWords>;

export type TextLanguage = keyof typeof textWords;

export const textLanguages = Object.keys(textWords) as readonly TextLanguage[];
