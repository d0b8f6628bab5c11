import { expect, test } from 'vitest';
import { faultsOfRoles, type RoleDefinition, rolesOf } from './roles.ts';

const READER = { code: 'reader', label: 'Lecture', permissions: ['loans.review'] };

test.each([
  ['one that can be used', [READER], []],
  [
    'a code that is none',
    [{ ...READER, code: 'Reader' }],
    ['roles: Reader: the code is a-z, 0-9 and hyphens, 2 to 40 characters.'],
  ],
  [
    'the role with all permissions',
    [{ ...READER, code: 'admin' }],
    ['roles: admin: the role with all permissions cannot be replaced.'],
  ],
  ['a code twice', [READER, READER], ['roles: reader: defined twice.']],
  ['no label', [{ ...READER, label: ' ' }], ['roles: reader: the label has 1 to 60 characters.']],
  [
    'a permission that is not there',
    [{ ...READER, permissions: ['loans.shred', 'loans.request'] }],
    ['roles: reader: "loans.shred" is no permission.', 'roles: reader: "loans.request" is no permission.'],
  ],
  [
    'a long description',
    [{ ...READER, description: 'x'.repeat(201) }],
    ['roles: reader: the description has 200 characters at most.'],
  ],
])('STAFF-8 the roles of a file: %s', (_, roles, faults) => {
  expect(faultsOfRoles(roles)).toEqual(faults);
});

test('STAFF-8 a role of the file stands in the place of the product’s by its code, or beside it', () => {
  const product: RoleDefinition[] = [
    {
      code: 'adviser',
      label: 'Conseiller',
      description: '',
      permissions: ['clients.list'],
      assignedOnly: false,
      limits: [],
    },
    {
      code: 'auditor',
      label: 'Auditeur',
      description: '',
      permissions: ['audit.list'],
      assignedOnly: false,
      limits: [],
    },
  ];
  const roles = rolesOf(product, [
    { code: 'adviser', label: 'Agence ', permissions: ['clients.show', 'clients.show'] },
    READER,
  ]);
  expect(roles).toEqual([
    {
      code: 'auditor',
      label: 'Auditeur',
      description: '',
      permissions: ['audit.list'],
      assignedOnly: false,
      limits: [],
      source: 'product',
    },
    {
      code: 'adviser',
      label: 'Agence',
      description: '',
      permissions: ['clients.show'],
      assignedOnly: false,
      limits: [],
      source: 'file',
    },
    {
      code: 'reader',
      label: 'Lecture',
      description: '',
      permissions: ['loans.review'],
      assignedOnly: false,
      limits: [],
      source: 'file',
    },
  ]);
});
