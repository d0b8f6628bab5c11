import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LIVE_INSTITUTION } from '#server/testing/live-institution.ts';
import { pageAddress } from '../app/page/page-address.ts';
import { pathsOf } from '../app/page/site-map.ts';
import { pages as publicPages } from '../app/pages.ts';
import { weigh } from '../tools/page/sizes.ts';
import { type RunningBank, root, startBank } from './measuring/bank.ts';
import { type Audit, openBrowser } from './measuring/browser.ts';
import { type Figure, median, type Options, type PartResult, quantile } from './measuring/figures.ts';

function buildPages(buildDir: string, environment: Record<string, string>): void {
  const built = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], {
    cwd: root,
    env: { ...process.env, BUILD_DIR: buildDir, ...environment },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the pages could not be built: ${built.stdout}${built.stderr}`);
}

/** What a first visit weighs and how it feels on a telephone. */
export async function pages({ quick, say }: Options): Promise<PartResult> {
  const runs = quick ? 1 : 5;
  const demoBuild = process.env.BUILD_DIR || 'build';
  buildPages(demoBuild, {});
  const weights = weigh(resolve(root, demoBuild));
  const folder = mkdtempSync(join(tmpdir(), 'guichet-pages-'));
  const liveBuild = join(folder, 'build');
  const institutionFile = join(folder, 'institution.json');
  writeFileSync(institutionFile, JSON.stringify(LIVE_INSTITUTION));
  buildPages(liveBuild, { INSTITUTION_FILE: institutionFile });

  const publicPaths = publicPages
    .filter((page) => !page.unlisted)
    .flatMap((page) => pathsOf(page).slice(0, 1));
  // Languages with long words, other letters and signs that the one font lacks.
  const translated = (['de', 'ja', 'el'] as const).flatMap((code) =>
    ['/', '/faq', '/simulateur'].map((path) => pageAddress(path, code)),
  );
  const audited = quick ? publicPaths.slice(0, 2) : [...publicPaths, ...translated];
  const banks: RunningBank[] = [];
  const browser = openBrowser();
  try {
    const live = await startBank({
      environment: {
        BUILD_DIR: liveBuild,
        INSTITUTION_FILE: institutionFile,
        SMTP_URL: 'smtp://127.0.0.1:9',
        SECRET_KEY: 'a-key-of-the-bench-and-of-nothing-else',
      },
    });
    banks.push(live);
    const demo = await startBank({ environment: { BUILD_DIR: demoBuild } });
    banks.push(demo);
    const shells = [
      { path: '/client-dashboard', cookie: await demo.client() },
      { path: '/admin-dashboard', cookie: await demo.administrator() },
    ];
    const audits = new Map<string, Audit[]>();
    const audit = async (name: string, url: string, cookie: string | null) => {
      const before = audits.get(name) ?? [];
      const one = await browser.run<Audit>({ task: 'audit', url, cookie, isSpeedOnly: before.length > 0 });
      audits.set(name, [...before, one]);
    };
    for (let run = 0; run < runs; run += 1) {
      for (const path of audited) await audit(path, live.url + path, null);
      for (const { path, cookie } of shells) await audit(path, demo.url + path, cookie);
      say(`Lighthouse, run ${run + 1} of ${runs}`);
    }
    for (const [path, [first]] of audits)
      for (const finding of first?.findings ?? []) say(`${path}  ${finding}`);
    const gestures = quick ? 30 : 150;
    const durations: number[][] = [];
    for (let run = 0; run < runs; run += 1)
      durations.push(
        await browser.run<number[]>({ task: 'sliders', url: `${live.url}/simulateur`, gestures }),
      );

    const heaviest = (kind: string, part: 'document' | 'scripts' | 'styles' | 'font') =>
      Math.max(...weights.filter((page) => page.kind === kind).map((page) => page[part])) / 1000;
    // All but speed is judged in the first run alone.
    const scoresOf = (path: string, index: number) =>
      (audits.get(path) ?? []).flatMap(({ scores }) => scores[index] ?? []);
    const least = (paths: readonly string[], index: number) =>
      Math.min(...paths.map((path) => median(scoresOf(path, index))));
    const worstOf = (paths: readonly string[], of: (one: Audit) => number) =>
      Math.max(...paths.map((path) => median((audits.get(path) ?? []).map(of))));
    const shellPaths = shells.map(({ path }) => path);
    const names = ['performance', 'accessibility', 'best practices', 'SEO'] as const;
    const slowest = [...audited].sort(
      (a, b) =>
        median((audits.get(b) ?? []).map((one) => one.lcpMs)) -
        median((audits.get(a) ?? []).map((one) => one.lcpMs)),
    )[0];
    return {
      title: 'Pages: weight and Lighthouse',
      figures: [
        {
          name: 'JavaScript of the heaviest page to read, brotli',
          isHeadline: true,
          unit: 'KB',
          values: [heaviest('text', 'scripts')],
          atMost: 8,
        },
        {
          name: 'JavaScript of the heaviest page with an island',
          unit: 'KB',
          values: [heaviest('island', 'scripts')],
          atMost: 95,
        },
        {
          name: 'JavaScript of the heaviest signed-in screen',
          unit: 'KB',
          values: [heaviest('office', 'scripts')],
          atMost: 250,
        },
        {
          name: 'CSS of the heaviest public page',
          unit: 'KB',
          values: [Math.max(heaviest('text', 'styles'), heaviest('island', 'styles'))],
          atMost: 15,
        },
        {
          name: 'Document of the heaviest public page',
          unit: 'KB',
          values: [Math.max(heaviest('text', 'document'), heaviest('island', 'document'))],
          atMost: 24,
        },
        { name: 'The one font', unit: 'KB', values: [heaviest('text', 'font')], atMost: 13.7 },
        ...names.map(
          (name, index): Figure => ({
            name: `Lighthouse mobile, ${name}, worst of ${audited.length} public pages`,
            unit: 'points',
            values: [least(audited, index)],
            atLeast: 100,
          }),
        ),
        {
          name: `Largest contentful paint, slowest public page (${slowest})`,
          isHeadline: true,
          unit: 'ms',
          values: [worstOf(audited, (one) => one.lcpMs)],
          atMost: 1_000,
        },
        {
          name: 'Total blocking time, worst public page',
          unit: 'ms',
          values: [worstOf(audited, (one) => one.tbtMs)],
          atMost: 100,
        },
        {
          name: 'Layout shift, worst public page',
          unit: '',
          values: [worstOf(audited, (one) => one.cls)],
          atMost: 0.02,
        },
        ...names.slice(0, 3).map(
          (name, index): Figure => ({
            name: `Lighthouse mobile, ${name}, worst of the signed-in shells`,
            unit: 'points',
            values: [least(shellPaths, index)],
            atLeast: index === 0 ? 90 : 100,
          }),
        ),
        {
          name: "Interaction to next paint on the simulator's sliders, p98, processor slowed fourfold",
          unit: 'ms',
          values: durations.map((values) => (values.length > 0 ? quantile(values, 0.98) : 16)),
          atMost: 100,
        },
      ],
      notes: [
        `Lighthouse with its mobile profile, ${runs} runs, median of each page in one Chromium, each time in a browsing context of its own (accessibility, best practices and SEO, which do not vary, once); public pages of a live institution, since a demonstration asks search engines to stay away.`,
        'Gestures on the sliders are timed in Chromium’s headless shell where it is installed: a whole Chromium without a screen presents frames up to seconds after the page has made them (the page’s own work was 4 to 36 ms in its slowest gestures).',
        ...[...audited, ...shellPaths].map((path) => {
          const of = audits.get(path) ?? [];
          const weight = weights.find((page) => page.path === path);
          const middle = (pick: (one: Audit) => number) => median(of.map(pick));
          // Screens behind the sign-in are not indexed.
          const judged = shellPaths.includes(path) ? names.slice(0, 3) : names;
          const shift = middle((one) => one.cls).toFixed(2);
          return `\`${path}\`: ${judged.map((_, index) => median(scoresOf(path, index))).join(' / ')}, LCP ${Math.round(middle((one) => one.lcpMs))} ms, TBT ${Math.round(middle((one) => one.tbtMs))} ms, layout shift ${shift}; document ${((weight?.document ?? 0) / 1000).toFixed(1)} KB, JavaScript ${((weight?.scripts ?? 0) / 1000).toFixed(1)} KB, CSS ${((weight?.styles ?? 0) / 1000).toFixed(1)} KB.`;
        }),
      ],
    };
  } finally {
    await browser.close();
    for (const bank of banks) await bank.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
