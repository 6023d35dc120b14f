/**
 * What nobody asked for is not written to one number twice in a short while, whoever writes it: campaigns and
 * automations see each other's messages (docs/protocol.md 'Automations'), under one lock of the number.
 */
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';

/** Whoever writes unasked to one number of a bot waits for the other, and then sees its message. */
export const lockAddress = (tx: Queryable, botId: number, visitorId: string) =>
  tx.query(sql`
    select pg_advisory_xact_lock(hashtext('automation.address'), hashtext(${`${botId}:`} || coalesce(k.phone, k.user_id, '')))
    from channel_contacts k where k.visitor_id = ${visitorId}`);

/**
 * Whether an automation's message to the client of `leads l` is younger than the pause that its own rule asks for: by
 * the number at which the connection reaches them.
 */
export const withinPause = (connectionId: string, now: Date): Sql => sql`
  exists (select 1 from automation_sends s join automation_cases e on e.id = s.case_id
    where s.bot_id = l.bot_id
      and s.address = any(array(
        select coalesce(k.phone, k.user_id) from channel_contacts k join visitors v on v.id = k.visitor_id
        where v.lead_id = l.id and k.connection_id = ${connectionId}
        union all select regexp_replace(coalesce(l.phone, ''), '\\D', '', 'g')))
      and s.at > ${now}::timestamptz - make_interval(hours => (e.rule ->> 'cooldown_hours')::int))`;
