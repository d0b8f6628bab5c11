import { beforeEach, describe, expect, test } from 'vitest';
import { arrive, asOutcomeOf, dismissToast, toast, toasts } from './toasts.ts';

const shown = () => toasts.list().map(({ title }) => title);

beforeEach(() => {
  for (const { id } of toasts.list()) dismissToast(id);
});

describe('outcomes of an act', () => {
  test('a newer outcome replaces the older: « insufficient » and « sent » are never shown together', () => {
    asOutcomeOf('transfer', () => toast({ tone: 'destructive', title: 'Montant insuffisant' }));
    asOutcomeOf('transfer', () => toast({ title: 'Demande envoyée' }));
    expect(shown()).toEqual(['Demande envoyée']);
  });

  test('two acts keep their own messages, and one outcome may show two', () => {
    asOutcomeOf('loan 1', () => toast({ tone: 'destructive', title: 'Refusé' }));
    asOutcomeOf('loan 2', () => {
      toast({ title: 'Approuvé' });
      toast({ title: 'Versé' });
    });
    expect(shown()).toEqual(['Refusé', 'Approuvé', 'Versé']);
  });

  test('a nested message belongs to the outer act', () => {
    asOutcomeOf('outer', () => asOutcomeOf('inner', () => toast({ title: 'Échec' })));
    asOutcomeOf('outer', () => toast({ title: 'Réussi' }));
    expect(shown()).toEqual(['Réussi']);
  });
});

test('at most three are shown, the newest', () => {
  for (const title of ['1', '2', '3', '4', '5']) toast({ title });
  expect(shown()).toEqual(['3', '4', '5']);
});

test('transitional messages are removed on arrival, the rest stays', () => {
  toast({ title: 'Connexion réussie', onTheWay: 'Redirection en cours' });
  arrive();
  expect(toasts.list()).toMatchObject([{ title: 'Connexion réussie', onTheWay: undefined }]);
});
