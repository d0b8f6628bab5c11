import type admin from '#locales/fr/admin.json';
import type client from '#locales/fr/client.json';
import type common from '#locales/fr/common.json';
import type home from '#locales/fr/home.json';
import type signIn from '#locales/fr/sign-in.json';
import type visitor from '#locales/fr/visitor.json';

/** The French catalogues that screens read by name; a key that is not in them does not type-check. Add a catalogue's line here. */
interface Catalogues {
  admin: typeof admin;
  client: typeof client;
  common: typeof common;
  home: typeof home;
  'sign-in': typeof signIn;
  visitor: typeof visitor;
}

type Plural = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type WithoutPlural<Name extends string> = Name extends `${infer Stem}${Plural}` ? Stem : Name;

type KeysOf<Words> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? WithoutPlural<Name>
    : `${Name}.${KeysOf<Words[Name]>}`;
}[keyof Words & string];

export type CatalogueKey = KeysOf<Catalogues>;
