import { text } from 'node:stream/consumers';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';

/** Child process of `measuring/browser.ts`: does one task in a fresh Chromium and prints its result as JSON. */

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** A page's speed, and unless only that is asked for, the other three categories: they say the same each time and take as long. */
async function audit(browser, { url, cookie, isSpeedOnly }) {
  const asked = isSpeedOnly ? CATEGORIES.slice(0, 1) : CATEGORIES;
  const { port } = new URL(browser.wsEndpoint());
  const result = await lighthouse(url, {
    port: Number(port),
    output: 'json',
    logLevel: 'silent',
    onlyCategories: asked,
    // A picture of the whole page takes as long as the page and says nothing of its speed.
    disableFullPageScreenshot: isSpeedOnly,
    // A signed-in page keeps its session: without this its cookies would be cleared before the load.
    disableStorageReset: cookie !== null,
    ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}),
  });
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
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

async function sliders(browser, { url, gestures }) {
  const page = await browser.newPage();
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

async function evaluate(browser, { script }) {
  const page = await browser.newPage();
  await page.evaluate(script);
  return page.evaluate(() => globalThis.result);
}

async function inFreshBrowser(task) {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM_PATH, args: FLAGS });
  try {
    return await { audit, sliders, evaluate }[task.task](browser, task);
  } finally {
    await browser.close();
  }
}

const task = JSON.parse(await text(process.stdin));
// Chromium's trace of a page lacks its beginning now and then (NO_NAVSTART): that says nothing of the page, and it is looked at once more.
const result = await inFreshBrowser(task).catch((error) => {
  if (!/NO_NAVSTART/.test(error.message)) throw error;
  return inFreshBrowser(task);
});
process.stdout.write(JSON.stringify(result));
