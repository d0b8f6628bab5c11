import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { HashingLane } from '../../bank/auth.ts';
import { createHashingGate } from './hashing-gate.ts';

const LIMITS = { atOnce: 2, waiting: { inside: 3, 'at the door': 3, 'sign-up': 2 } } as const;

/** A gate whose hashes end when told to. */
function gateWithHandles() {
  const gate = createHashingGate(LIMITS);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, lane: HashingLane = 'at the door') =>
    gate.run(lane, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { gate, begun, ask, end };
}

describe('hashing passwords', () => {
  test('no more run at once than the machine has room for; what finds too many in front is refused at once', async () => {
    const { gate, begun, ask, end } = gateWithHandles();
    const asked = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(name));
    expect(begun).toEqual(['a', 'b']);
    expect(gate.state()).toEqual({ running: 2, waiting: 3 });
    await expect(ask('f')).rejects.toMatchObject({ code: 'service.busy', status: 503 });
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd', 'e']) await end(name);
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(gate.state()).toEqual({ running: 0, waiting: 0 });
  });

  test('sign-ups never have all the places, and wait behind sign-ins', async () => {
    const { begun, ask, end } = gateWithHandles();
    const asked = [ask('stranger 1', 'sign-up'), ask('stranger 2', 'sign-up'), ask('stranger 3', 'sign-up')];
    expect(begun).toEqual(['stranger 1']);
    await expect(ask('stranger 4', 'sign-up')).rejects.toMatchObject({ code: 'service.busy' });
    asked.push(ask('client 1'), ask('client 2'));
    expect(begun).toEqual(['stranger 1', 'client 1']);
    await end('stranger 1');
    expect(begun).toEqual(['stranger 1', 'client 1', 'client 2']);
    for (const name of ['client 1', 'client 2', 'stranger 2', 'stranger 3']) await end(name);
    expect(await Promise.all(asked)).toHaveLength(5);
  });

  test('a crowd at the door stops no open session', async () => {
    const { begun, ask, end } = gateWithHandles();
    const asked = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(name));
    await expect(ask('f')).rejects.toMatchObject({ code: 'service.busy' });
    asked.push(ask('session', 'inside'));
    await end('a');
    expect(begun).toEqual(['a', 'b', 'session']);
    for (const name of ['b', 'session', 'c', 'd', 'e']) await end(name);
    expect(await Promise.all(asked)).toHaveLength(6);
  });

  test('a hash that fails gives its place back', async () => {
    const gate = createHashingGate(LIMITS);
    for (let each = 0; each < 5; each += 1)
      await expect(
        gate.run('at the door', () => Promise.reject(new Error('out of memory'))),
      ).rejects.toThrow();
    expect(gate.state()).toEqual({ running: 0, waiting: 0 });
  });
});
