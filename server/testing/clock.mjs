/**
 * Loaded before the product (`node --import`), lets its clock be put forward: each SIGUSR2 makes `CLOCK_STEP_MS` milliseconds pass at once.
 * Only what asks for the time notices; a timer that is set runs as long as it was set for.
 */

const RealDate = Date;
const step = Number(process.env.CLOCK_STEP_MS);
let ahead = 0;

process.on('SIGUSR2', () => {
  ahead += step;
});

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + ahead] : given));
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
