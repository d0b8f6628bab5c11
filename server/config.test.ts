import { expect, test } from 'vitest';
import { BadConfiguration, readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, '0.0.0');

test('nothing is trusted and no secret is given until the operator says so', () => {
  expect(read({})).toMatchObject({ secretKey: null, trustedProxies: [] });
  expect(read({ SECRET_KEY: ' ', TRUSTED_PROXIES: '' })).toMatchObject({
    secretKey: null,
    trustedProxies: [],
  });
});

test('proxies are a list of addresses and networks', () => {
  expect(read({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.0.2.7' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
    '192.0.2.7',
  ]);
});

test.each([
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['TRUSTED_PROXIES', '*'],
  ['SECRET_KEY', 'too short'],
  ['SECRET_KEY_PREVIOUS', 'too short'],
])('%s=%s is refused, and the value is not printed', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(BadConfiguration);
  expect(() => read({ [name]: value })).toThrow(name);
  expect(() => read({ [name]: value })).not.toThrow(value);
});

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['HOST', 'not a host'],
  ['DATABASE_URL', 'mysql://localhost/bank'],
  ['PUBLIC_URL', 'bank.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['METRICS_PORT', 'many'],
  ['METRICS_HOST', 'not a host'],
  ['SLOW_QUERY_MS', 'soon'],
  ['SECRET_KEY_LOST', 'perhaps'],
])('%s=%s is refused by one line that says what is expected', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(
    expect.objectContaining({
      name: 'BadConfiguration',
      message: expect.stringMatching(new RegExp(`^${name} is not valid: expected .+\\.$`)),
    }),
  );
});

test('the owner of the tables is the login that serves unless another is named, and is of no use without one', () => {
  const service = 'postgresql://service@db/bank';
  const owner = 'postgresql://owner@db/bank';
  expect(read({}).databaseOwnerUrl).toBeNull();
  expect(read({ DATABASE_URL: service }).databaseOwnerUrl).toBe(service);
  expect(read({ DATABASE_URL: service, DATABASE_OWNER_URL: owner }).databaseOwnerUrl).toBe(owner);
  expect(() => read({ DATABASE_OWNER_URL: owner })).toThrow('DATABASE_OWNER_URL');
});

test('people reach the product where it listens, unless the operator says otherwise', () => {
  expect(read({}).publicUrl).toBe('http://127.0.0.1:3000');
  expect(read({ PORT: '4000' }).publicUrl).toBe('http://127.0.0.1:4000');
  expect(read({ HOST: '0.0.0.0' }).publicUrl).toBe('http://127.0.0.1:3000');
  expect(read({ PORT: '4000', PUBLIC_URL: 'https://bank.example/' }).publicUrl).toBe('https://bank.example');
});
