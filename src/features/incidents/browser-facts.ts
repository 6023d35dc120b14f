/** What this browser knows of itself, for who mends an incident: no texts, no names, nothing of customers. */

import { INCIDENT_LIMITS } from '../../../contract/rules/incidents.ts';
import { recentErrors } from '../../base/recent-errors.ts';
import { hub } from '../../hub/hooks.ts';

/** JSON text, cut to what a report takes. */
export async function browserFacts(): Promise<string> {
  const { connection, build, tabs, outbox, clockSkew, bots } = await hub().inspect();
  const facts = {
    at: new Date().toISOString(),
    browser: navigator.userAgent,
    online: navigator.onLine,
    page: location.pathname,
    window: `${innerWidth} × ${innerHeight}`,
    build,
    tabs,
    connection,
    outbox,
    clockSkew,
    bots: bots.length,
    // Of an error its first line: what follows may quote what somebody wrote.
    errors: recentErrors()
      .slice(-10)
      .map(({ at, text }) => ({ at, text: text.split('\n')[0]?.slice(0, 200) })),
  };
  return JSON.stringify(facts, null, 1).slice(0, INCIDENT_LIMITS.diagnostics);
}
