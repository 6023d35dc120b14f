/** Who began an import hears that it is done: by then they may be elsewhere. */
import { notify } from '../../notices/notifications.ts';
import type { App } from '../../platform/app.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type ImportRow, NOTHING_DONE } from './import-row.ts';

/** In the transaction of its end. */
export async function tellDone(tx: Transaction, app: App, row: ImportRow): Promise<void> {
  const { created, updated, refused } = { ...NOTHING_DONE, ...row.report };
  const counts = `${created} nuevos, ${updated} actualizados, ${refused} rechazados`;
  await notify(tx, app, {
    action: 'import',
    botId: row.bot_id,
    userIds: [row.user_id],
    icon: 'import',
    subject: 'Terminó una importación',
    body: `Terminó la importación de ${row.file_name}: ${counts}`,
    plain: `Terminó una importación: ${counts}.`,
    link: `/clients/import/${encodeURIComponent(row.id)}?bot=${row.bot_id}`,
    eventId: `import-${row.id}-${row.next_part}`,
  });
}
