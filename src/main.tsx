/** Start of the dashboard: settings, router, providers. */
import './app/styles.ts';
import { createRoot } from 'react-dom/client';
import { onMaintenance } from './api/call.ts';
import { App } from './app/app.tsx';
import { StartFailed } from './app/pages/start-failed.tsx';
import { createAppRouter } from './app/router.tsx';
import { readyToDraw } from './base/before-drawing.ts';
import { loadClientConfig } from './base/client-config.ts';
import { startHearing } from './base/recent-errors.ts';
import { followOtherTabs, onSession } from './session/session.ts';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const react = createRoot(element);

startHearing();

/** Of an empty page while its screen's code and what it shows are loaded; then what waits says so. Milliseconds. */
const PATIENCE = 300;

async function start(): Promise<void> {
  try {
    await loadClientConfig();
  } catch (error) {
    console.error('The client settings could not be loaded.', error);
    react.render(<StartFailed />);
    return;
  }
  followOtherTabs();
  const router = createAppRouter();
  // A session that ends or begins, here or in another tab, moves the page by the routes' own guards.
  onSession(() => void router.invalidate());
  onMaintenance(() => void router.navigate({ to: '/maintenance' }));
  // A screen that is drawn before its code is here leaves React waiting for a third of a second, however soon that comes.
  const ready = router.load().then(readyToDraw);
  await Promise.race([ready, new Promise((late) => setTimeout(late, PATIENCE))]);
  react.render(<App router={router} />);
}

void start();
