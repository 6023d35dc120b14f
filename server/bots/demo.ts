/** The demo's bots, owned by those who have the link of an owner. */
import { demoModel } from '../assistant/demo/models.ts';
import { sql } from '../platform/database/database.ts';
import { BOTS, LINKS, PEOPLE } from '../platform/demo/cast.ts';
import { countOnFrom, type Demo } from '../platform/demo/demo.ts';

export const botsDemo: Demo = {
  async found(tx) {
    for (const bot of BOTS) {
      const owner = LINKS.find((link) => link.bot === bot.id && link.role === 'propietario');
      await tx.query(sql`
        insert into bots (id, bot_name, token, web, activated, skill_base_template, auto_assign, live_3,
          inactive_after_minutes, close_after_minutes, color, welcome, owner_id)
        values (${bot.id}, ${bot.name}, ${bot.token}, ${bot.web}, ${bot.activated}, ${bot.template}, ${bot.autoAssign},
          ${bot.live3}, 60, 1440, ${bot.color}, ${demoModel(bot).welcome.answers[0] ?? ''},
          ${owner ? PEOPLE[owner.person].id : null})`);
    }
    await countOnFrom(tx, 'bots', 10_000);
  },
};
