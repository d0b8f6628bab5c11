/**
 * Loaded before the product (`node --import`) to put its clock forward: each SIGUSR2 makes `CLOCK_STEP_MS` milliseconds pass at once, as soon
 * as no job runs, because the duration of a job must not look like hours. The state is written to the standard output. Readings of the time
 * change; timers that are set keep their length.
 */

import { subscribe } from 'node:diagnostics_channel';

const RealDate = Date;
const step = Number(process.env.CLOCK_STEP_MS);
let ahead = 0;
let asked = 0;
let atWork = 0;

function say(what) {
  process.stdout.write(`clock: ${what}\n`);
}

function passTime() {
  if (atWork > 0) return;
  for (; asked > 0; asked -= 1) {
    ahead += step;
    say('put forward');
  }
}

process.on('SIGUSR2', () => {
  asked += 1;
  passTime();
});
subscribe('guichet:job-begun', () => {
  atWork += 1;
  say('at work');
});
subscribe('guichet:job', () => {
  atWork -= 1;
  if (atWork === 0) say('at rest');
  passTime();
});

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + ahead] : given));
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
