import { createInterface } from 'node:readline';
import lighthouse from 'lighthouse';
import defaultConfig from 'lighthouse/core/config/default-config.js';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import puppeteer from 'puppeteer-core';

/** Child process of `measuring/browser.ts`: does the tasks it is given, one after the other, in one Chromium, and prints each result as JSON. */

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // `/` shows visitors their own language at another address.
  '--accept-lang=fr-FR',
];

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Audits outside every category: advice that costs time and adds no figure. */
const { categories: known } = defaultConfig;
const counting = new Set(
  CATEGORIES.flatMap((name) => known[name].auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)),
);
const advice = CATEGORIES.flatMap((name) => known[name].auditRefs.map(({ id }) => id)).filter(
  (id) => !counting.has(id),
);

// Lighthouse lets the machine calculate for a second before each page, to warn of a slow one; nothing is reckoned from it.
pageFunctions.computeBenchmarkIndex = () => 0;

/**
 * How long nothing must happen before a page is held to be loaded: the code of a page is fetched a fifth of a second after its first paint,
 * and nothing of ours waits longer.
 */
const QUIET_MS = 600;

/** A page's speed, and unless only that is asked for, the other three categories: they say the same each time and take as long. */
async function audit(page, { url, cookie, isSpeedOnly }) {
  const asked = isSpeedOnly ? CATEGORIES.slice(0, 1) : CATEGORIES;
  const flags = {
    output: 'json',
    logLevel: 'silent',
    onlyCategories: asked,
    skipAudits: advice,
    disableFullPageScreenshot: true,
    // The page's browsing context is fresh: there is nothing to clear.
    disableStorageReset: true,
    pauseAfterFcpMs: QUIET_MS,
    pauseAfterLoadMs: QUIET_MS,
    networkQuietThresholdMs: QUIET_MS,
    cpuQuietThresholdMs: QUIET_MS,
    ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}),
  };
  const result = await lighthouse(url, flags, undefined, page);
  const { categories, audits, runtimeError } = result.lhr;
  const error = runtimeError?.message ?? Object.values(audits).find((one) => one.errorMessage)?.errorMessage;
  if (error) throw new Error(`${url}: ${error}`);
  const findings = asked.flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .filter(() => categories[name].score < 1)
      .map(({ id }) => {
        const nodes = audits[id].details?.items
          ?.slice?.(0, 3)
          .map((item) => item.node?.snippet ?? item.description ?? item.url ?? '');
        return `${name}: ${audits[id].title}${audits[id].displayValue ? ` (${audits[id].displayValue})` : ''} ${(nodes ?? []).join(' | ')}`.trim();
      }),
  );
  return {
    url,
    scores: asked.map((name) => Math.round(categories[name].score * 100)),
    lcpMs: audits['largest-contentful-paint'].numericValue,
    tbtMs: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    findings,
  };
}

async function sliders(page, { url, gestures }) {
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  await page.emulateCPUThrottling(4);
  await page.goto(url, { waitUntil: 'networkidle0' });
  const slider = await page.waitForSelector('input[type=range]');
  await slider.focus();
  // The page comes to life at the first gesture: that one is not what a drag feels like.
  await page.keyboard.press('ArrowRight');
  await page.waitForNetworkIdle();
  await page.evaluate(() => {
    globalThis.durations = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.interactionId) globalThis.durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: false });
  });
  for (let n = 0; n < gestures; n += 1) {
    await page.keyboard.press(n % 9 < 6 ? 'ArrowRight' : 'ArrowLeft');
    await new Promise((done) => setTimeout(done, 60));
  }
  await new Promise((done) => setTimeout(done, 300));
  return page.evaluate(() => globalThis.durations);
}

async function evaluate(page, { script }) {
  await page.evaluate(script);
  return page.evaluate(() => globalThis.result);
}

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM_PATH, args: FLAGS });
/** In which gestures are timed (`measuring/browser.ts`). */
const shell = await puppeteer.launch({
  executablePath: process.env.HEADLESS_SHELL_PATH,
  headless: 'shell',
  args: FLAGS,
});

/** In a browsing context of its own: no cache, no storage and no process of what was looked at before. */
async function inFreshContext(task) {
  const context = await (task.task === 'sliders' ? shell : browser).createBrowserContext();
  try {
    return await { audit, sliders, evaluate }[task.task](await context.newPage(), task);
  } finally {
    await context.close();
  }
}

try {
  for await (const line of createInterface({ input: process.stdin })) {
    const task = JSON.parse(line);
    // Chromium's trace of a page lacks its beginning or its end now and then: that says nothing of the page, and it is looked at once more.
    const result = await inFreshContext(task).catch(() => inFreshContext(task));
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
} finally {
  await Promise.all([browser.close(), shell.close()]);
}
