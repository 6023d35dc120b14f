import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The system's browsers are preferred: CI machines often can't download one. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** The same Chromium without windows, toolbars and extensions: a page costs two thirds of the processor in it. */
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';

/** What is about the whole browser: notices, service workers, the microphone, its crashes, its storage, many windows. */
const IN_WHOLE_BROWSER =
  /[/](composer|faults-.*|first-screen|notices|notifications|offline|session|start|widget-page)\.spec\.ts$/;

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that hums; whether a page may use it is each test's to say.
  '--use-fake-device-for-media-stream',
];

const systems = (path: string) => (existsSync(path) ? { executablePath: path } : {});

/**
 * Browser tests: real server, real Chromium. Two workers, each with a server of its own: while one waits for what a
 * person would wait for, the other works. What fails is tried twice more, so that one race does not hide the other
 * hundred and sixty results; a test that needed it is named at the end of the run, because a flaky test is a bug: of
 * the product until shown otherwise.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/seeded-data.ts',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 2,
  forbidOnly: true,
  timeout: 300_000,
  // As long as a busy machine may need: what passes does not wait for it.
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // What can't be clicked by then never will: said with its name, instead of by the end of the whole test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A dialog settles for 600 ms: nobody in a test waits for that. The test of the motion itself asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Every context would keep the files anew; the tests of notices and of a browser without network allow it.
    serviceWorkers: 'block',
    // A trace films every frame and costs as much as the product itself; ask for one with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The benchmarks' too (bench/support/chromium.ts).
    launchOptions: { ...systems(SYSTEM_CHROMIUM), args: ARGS },
  },
  projects: [
    {
      name: 'chromium',
      testMatch: IN_WHOLE_BROWSER,
      use: {
        browserName: 'chromium',
        // Playwright's own without a channel is its shell.
        channel: 'chromium',
      },
    },
    {
      name: 'headless-shell',
      testIgnore: IN_WHOLE_BROWSER,
      use: {
        browserName: 'chromium',
        launchOptions: { ...systems(SYSTEM_CHROMIUM), ...systems(SYSTEM_SHELL), args: ARGS },
      },
    },
  ],
});
