/** Agents over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import { lockBoth } from '../access/caller-link.ts';
import { requireReach } from '../access/reach.ts';
import { placesOf } from '../billing/places.ts';
import { factsUpToDate } from '../metrics/screens.ts';
import type { App } from '../platform/app.ts';
import { formFile } from '../platform/http/form.ts';
import { reading } from '../platform/http/judged-again.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { type PeopleMails, requireProvedSender } from '../platform/mail/people-mails.ts';
import { changeAbsence, listAbsences, planAbsence, withdrawAbsence } from './absences.ts';
import { associateAgent } from './associate-agent.ts';
import { createAgent, linkAgent } from './create-agent.ts';
import { registerInvitations } from './invitation-routes.ts';
import { ownDayOf } from './own-day.ts';
import { presenceOfTeam } from './presence-of-team.ts';
import { findRelation, updateRelation } from './relation.ts';
import { addSkill, deleteSkill, listSkills, renameSkill } from './skills.ts';
import { statusHistoryOf } from './status-history.ts';
import { agentDetailsOf, agentSummaries } from './summaries.ts';
import { lockLink, requireAnotherOwner, unlinkPerson } from './unlink-person.ts';

/** Mounts the calls of agents. */
export function registerAgents(app: App, mails: PeopleMails): void {
  /** Each answer says whether an address has an account: a team is filled in an hour, a list of addresses is not. */
  const additions = app.sharedLimit('agents.additions', 60, 60 * 60);
  registerInvitations(app, mails);
  registerAbsences(app);
  registerSkills(app);

  registerCall(app, CALLS.botAgents, async ({ params }) => {
    const { used, max } = await placesOf(app.db, app, params.botId);
    return { agents: max, used };
  });
  registerCall(app, CALLS.createAgent, async ({ session, body, request }) => {
    await additions.take(String(session.user.id));
    return createAgent(app, mails, session, body, formFile(request)?.content ?? null);
  });
  registerCall(app, CALLS.linkAgent, ({ session, body }) => linkAgent(app, session, body.user_bot));
  registerCall(app, CALLS.associateAgent, async ({ session, body, reply }) => {
    await additions.take(String(session.user.id));
    // Before anybody is looked for: an answer, and its time, must not tell whether an address has an account.
    if (emailFault(body.email) === null && body.role_id !== null)
      await mails.take(session.user, normalizeEmail(body.email));
    else requireProvedSender(session.user);
    const answer = await associateAgent(app, session, body);
    reply.code(201);
    return answer;
  });
  registerCall(app, CALLS.resumeAgents, async ({ params }) => {
    await factsUpToDate(app, params.botId);
    return agentSummaries(app.db, params.botId, app.clock.now());
  });
  registerCall(app, CALLS.unlinkAgent, async ({ session, params }) => {
    await app.db.transaction(
      async (tx) => {
        const { caller, other } = await lockBoth(tx, session, params.relationId);
        requireReach(caller, other);
        const link = await lockLink(tx, params.relationId);
        if (!link) throw new Refused('not_found');
        await requireAnotherOwner(tx, link);
        await unlinkPerson(tx, app, session.user, link);
      },
      { retries: 3 },
    );
    return { ok: true as const };
  });
  registerCall(app, CALLS.showRelation, ({ session, params }) =>
    findRelation(app.db, session, params.relationId),
  );
  registerCall(app, CALLS.updateRelation, ({ session, params, body }) =>
    updateRelation(app, session, params.relationId, body),
  );
  registerCall(
    app,
    CALLS.agentPresence,
    reading(({ params }) => presenceOfTeam(app.db, params.botId, app.clock.now())),
  );
  registerCall(
    app,
    CALLS.ownDay,
    reading(({ session }) => ownDayOf(app, session)),
  );
  registerCall(
    app,
    CALLS.agentDetails,
    reading(async ({ body }) => {
      await factsUpToDate(app, body.bot_id);
      return agentDetailsOf(app.db, body.bot_id, body, body.agent_ids, app.clock.now());
    }),
  );
  registerCall(
    app,
    CALLS.statusHistory,
    reading(({ body }) => statusHistoryOf(app.db, body.bot_id, body, body.agent_ids, app.clock.now())),
  );
}

function registerAbsences(app: App): void {
  registerCall(
    app,
    CALLS.absences,
    reading(({ session }) => listAbsences(app.db, session, app.clock.now())),
  );
  registerCall(app, CALLS.planAbsence, ({ session, body }) => planAbsence(app, session, body));
  registerCall(app, CALLS.changeAbsence, ({ session, params, body }) =>
    changeAbsence(app, session, params.id, body),
  );
  registerCall(app, CALLS.withdrawAbsence, async ({ session, params }) => {
    await withdrawAbsence(app, session, params.id);
    return { ok: true as const };
  });
}

function registerSkills(app: App): void {
  registerCall(
    app,
    CALLS.skills,
    reading(({ params }) => listSkills(app.db, params.botId)),
  );
  registerCall(app, CALLS.addSkill, ({ session, body }) => addSkill(app, session, body.name));
  registerCall(app, CALLS.renameSkill, ({ session, params, body }) =>
    renameSkill(app, session, params.skillId, body.name),
  );
  registerCall(app, CALLS.deleteSkill, async ({ session, params }) => {
    await deleteSkill(app, session, params.skillId);
    return { ok: true as const };
  });
}
