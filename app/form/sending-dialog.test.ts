import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = new Map(
  globSync('app/**/*.tsx')
    .filter((file) => !file.startsWith('app/ui/'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
const filesWith = (pattern: RegExp) =>
  [...source].filter(([, text]) => pattern.test(text)).map(([file]) => file);

describe('a dialog that sends', () => {
  it('uses a submission, which is never queued for later', () => {
    const dialogs = filesWith(/<(Dialog|ModalDialog|FormDialog|ConfirmDialog|SendingDialog)\b/);
    expect(dialogs.length).toBeGreaterThan(20);
    const others = filesWith(/\buseMutation\(/);
    expect(dialogs.filter((file) => others.includes(file))).toEqual([]);
  });

  it('heads the faults of its fields with a check, not with a failure: nothing was sent', () => {
    expect(filesWith(/\bsummaryTitle=/).length).toBeGreaterThan(20);
    expect(filesWith(/\bsummaryTitle=\{t\('(?!admin\.reviewForm|[\w-]+\.(checkForm|review)')/)).toEqual([]);
  });

  it('stays open while its call is under way', () => {
    const bare = filesWith(/<(Dialog|ModalDialog)\b/);
    const senders = filesWith(/\buseSubmission\(/)
      .filter((file) => bare.includes(file))
      .sort();
    // These show another dialog after the answer, or instead of the form.
    expect(senders).toEqual([
      'app/admin/clients/delete-dialog.tsx',
      'app/admin/fees/fee-dialog.tsx',
      'app/admin/rates/import-rates-dialog.tsx',
      'app/security/second-factor-dialogs.tsx',
    ]);
    for (const file of senders) expect(source.get(file), file).toMatch(/<(FormDialog|SendingDialog)\b/);
  });
});
