import { describe, expect, test } from 'vitest';
import { ageOn, displayName, isOfAge, profileFormInput, profileInput } from './profile.ts';
import { type PasswordFault, passwordVerdict, personalDetailsInput, personalInfoInput } from './sign-up.ts';

function faults(result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }): string[] {
  return (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

const person = {
  firstName: 'Camille',
  lastName: 'Renard',
  email: 'camille.renard@exemple.fr',
  password: 'tournesol-barque-11-nuages',
  country: 'FR',
};

describe('step 1', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['everything required', {}, []],
    ['a phone', { phone: '+33 6 39 98 12 34' }, []],
    ['no phone', { phone: '' }, []],
    [
      'nothing typed',
      { firstName: '', lastName: '', email: '', password: '', country: '' },
      [
        'firstName: validation.required',
        'lastName: validation.required',
        'country: validation.required',
        'email: validation.required',
        'password: validation.required',
      ],
    ],
    [
      'nothing sent',
      { firstName: undefined, email: undefined, password: undefined },
      ['firstName: validation.required', 'email: validation.required', 'password: validation.required'],
    ],
    ['a blank name', { firstName: ' \t ' }, ['firstName: validation.required']],
    ['a name of 101 characters', { lastName: 'x'.repeat(101) }, ['lastName: validation.tooLong']],
    ['an e-mail without @', { email: 'camille' }, ['email: validation.email']],
    ['an e-mail without a dot', { email: 'camille@exemple' }, ['email: validation.email']],
    ['two e-mails', { email: 'a@exemple.fr, b@exemple.fr' }, ['email: validation.email']],
    ['a line break in the e-mail', { email: 'a@exemple.fr\nBcc: b@exemple.fr' }, ['email: validation.email']],
    ['an e-mail with an accent', { email: 'zoé@exemple.fr' }, []],
    ['an e-mail with a plus', { email: 'zoe+banque@mail.exemple.fr' }, []],
    ['a short password', { password: 'onze-signes' }, ['password: validation.password.tooShort']],
    [
      '129 characters',
      { password: 'ab'.repeat(65).slice(0, 129) },
      ['password: validation.password.tooLong'],
    ],
    ['letters as phone', { phone: 'douze' }, ['phone: validation.phone']],
    ['too few digits', { phone: '12345' }, ['phone: validation.phone']],
    ['an unknown country', { country: 'ZZ' }, ['country: validation.country']],
  ])('%s', (_, change, expected) => {
    expect(faults(personalInfoInput.safeParse({ ...person, ...change }))).toEqual(expected);
  });

  test('names are trimmed, passwords never', () => {
    const parsed = personalInfoInput.parse({
      ...person,
      firstName: ' Camille ',
      password: '  douze signes  ',
    });
    expect([parsed.firstName, parsed.password]).toEqual(['Camille', '  douze signes  ']);
  });

  test('corrections do not touch e-mail or password', () => {
    expect(Object.keys(personalDetailsInput.parse(person)).sort()).toEqual([
      'country',
      'firstName',
      'lastName',
    ]);
  });
});

describe('passwords', () => {
  test.each<[string, PasswordFault]>([
    ['Azerty12345', 'too-short'],
    ['x'.repeat(129), 'too-long'],
    ['aaaaaaaaaaaa', 'common'],
    ['abcabcabcabc', 'common'],
    ['123456789012', 'common'],
    ['012345678910', 'common'],
    ['azertyuiopqsdf', 'common'],
    ['qwertyuiop123', 'common'],
    ['1q2w3e4r5t6y', 'common'],
    ['1qaz2wsx3edc', 'common'],
    ['abcdefghijkl', 'common'],
    ['lkjhgfdsqpoiuy', 'common'],
    ['password2026', 'common'],
    ['P@ssw0rd2026!', 'common'],
    ['MotDePasse2026', 'common'],
    ['motdepasse!!!', 'common'],
    ['iloveyou1234', 'common'],
    ['Je-t-aime-1234', 'common'],
    ['marseille13000', 'common'],
    ['Soleil2026!!', 'common'],
    ['administrateur', 'common'],
    ['welcome12345', 'common'],
    ['bonjourbonjour', 'common'],
    ['20262026202620', 'common'],
    ['------------1', 'common'],
    ['GrandComptoir', 'common'],
    ['grand-comptoir-1', 'common'],
    ['CamilleRenard', 'contains-name'],
    ['camille.renard', 'contains-name'],
    ['Renard-1985-06', 'contains-name'],
    ['camille.renard@exemple.fr', 'contains-name'],
    ['RENARDrenard12', 'contains-name'],
  ])('%j: %s', (password, reason) => {
    expect(passwordVerdict(password, { ...person, brandName: 'Grand Comptoir' })).toEqual({
      ok: false,
      reason,
      strength: 0,
    });
  });

  test.each([
    'tournesol-barque-11-nuages',
    'caisse-enregistreuse-du-guichet',
    'chat noir et soleil rouge sous la lune',
    'renard et tournesol sur la colline',
    'Xk7$mPq2vLw9',
    'éléphant-zinc-42-Ω',
    'xxxKf92-lune-quartz',
  ])('%j is accepted', (password) => {
    expect(passwordVerdict(password, person).ok).toBe(true);
  });

  test('the demonstration accounts keep theirs', () => {
    const admin = { email: 'admin@guichet.example', firstName: 'Ada', lastName: 'Admin' };
    const client = { email: 'client@guichet.example', firstName: 'Client', lastName: 'Exemple' };
    expect(passwordVerdict('Guichet-admin-2026', admin).ok).toBe(true);
    expect(passwordVerdict('Guichet-client-2026', client).ok).toBe(true);
  });

  test('accents do not hide a name', () => {
    expect(passwordVerdict('Helene-12-2026', { firstName: 'Hélène', lastName: 'Ng' })).toMatchObject({
      reason: 'contains-name',
    });
  });

  test('strength grows with length and variety', () => {
    const strength = (password: string) => passwordVerdict(password).strength;
    const rising = ['zzzzzkkkkkzz', 'kftlmrpwbdxz', 'kf7LmrpW2dxz', 'tournesol-barque-11-nuages'].map(
      strength,
    );
    expect(rising).toEqual([...rising].sort());
    expect(rising[0]).toBeLessThanOrEqual(2);
    expect(rising.at(-1)).toBe(4);
  });

  test('length counts what people type: an emoji is one, a composed accent is one', () => {
    expect(passwordVerdict('🦊'.repeat(11))).toMatchObject({ reason: 'too-short' });
    expect(passwordVerdict('e\u0301zkfrmtqwpl')).toMatchObject({ reason: 'too-short' });
  });
});

describe('profile', () => {
  const profile = { firstName: 'Camille', lastName: 'Renard' };

  test.each<[string, Record<string, unknown>, string[]]>([
    ['names only', {}, []],
    [
      'everything empty but the names',
      { phone: '', address: '', city: '', postalCode: '', dateOfBirth: '', profession: '' },
      [],
    ],
    [
      'everything',
      {
        phone: '01 99 00 12 34',
        address: '1 rue des Lilas',
        city: 'Lyon',
        postalCode: '69001',
        dateOfBirth: '1985-06-14',
        profession: 'Infirmière',
      },
      [],
    ],
    ['no first name', { firstName: '' }, ['firstName: validation.required']],
    ['a day that does not exist', { dateOfBirth: '2025-02-29' }, ['dateOfBirth: validation.date']],
    ['another format', { dateOfBirth: '14/06/1985' }, ['dateOfBirth: validation.date']],
    ['before 1900', { dateOfBirth: '1899-12-31' }, ['dateOfBirth: validation.date']],
    ['an address of 201 characters', { address: 'x'.repeat(201) }, ['address: validation.tooLong']],
  ])('%s', (_, change, expected) => {
    expect(faults(profileInput.safeParse({ ...profile, ...change }))).toEqual(expected);
  });

  test('a blank password keeps the current one, another is judged', () => {
    const form = { ...profile, email: 'camille.renard@exemple.fr' };
    expect(profileFormInput.safeParse({ ...form, password: '' }).success).toBe(true);
    expect(profileFormInput.safeParse(form).success).toBe(true);
    expect(profileFormInput.safeParse({ ...form, password: 'court' }).success).toBe(false);
    expect(faults(profileFormInput.safeParse({ ...form, password: 'court' }))).toEqual([
      'password: validation.password.tooShort',
    ]);
    expect(profileFormInput.safeParse({ ...form, iban: 'FR76' }).data).not.toHaveProperty('iban');
  });

  test('the name shown', () => {
    expect(displayName({ firstName: ' Camille', lastName: 'Renard ' })).toBe('Camille Renard');
  });

  test.each<[string, string, boolean]>([
    ['2008-11-20', '2026-11-20', true],
    ['2008-11-21', '2026-11-20', false],
    ['2008-02-29', '2026-02-28', false],
    ['2008-02-29', '2026-03-01', true],
  ])('born on %s, of age on %s: %j', (dateOfBirth, today, expected) => {
    expect(isOfAge(dateOfBirth, today)).toBe(expected);
  });
});

test.each([
  ['2000-06-15', '2026-06-14', 25],
  ['2000-06-15', '2026-06-15', 26],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
])('somebody born on %s is on %s %i years old', (birth, today, years) => {
  expect(ageOn(birth, today)).toBe(years);
});
