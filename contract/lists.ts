import * as z from 'zod/mini';
import { EXPORT_INPUTS } from '#domain/desk/export.ts';
import { route } from './route.ts';
import { streamedFile } from './values.ts';

export const listsContract = {
  export: route({
    method: 'GET',
    path: '/admin/exports/{list}',
    summary:
      'A list as a CSV file (UTF-8, semicolons), searched, filtered and ordered as on the screen; what the caller may not read is left out',
    tag: 'Tasks',
    access: 'staff',
    refusals: ['list.export-too-large'],
  })
    .input(
      z.discriminatedUnion('list', [
        EXPORT_INPUTS.loans,
        EXPORT_INPUTS.withdrawals,
        EXPORT_INPUTS.fees,
        EXPORT_INPUTS.clients,
      ]),
    )
    .output(streamedFile),
};
