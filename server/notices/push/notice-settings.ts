/** Which events tell somebody, and quiet mode: kept with the account, for all of their browsers. */
import { DEFAULT_NOTICES, type NoticeSettings, noticeSettings } from '../../../contract/notice-settings.ts';
import { storedSettings } from '../../../contract/stored-settings.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';

/** What is stored for a person, or the defaults. */
export const readNotices = (stored: unknown): NoticeSettings =>
  storedSettings(noticeSettings, stored, DEFAULT_NOTICES);

/** The person's choice, or the defaults. */
export async function noticesOf(db: Queryable, userId: number): Promise<NoticeSettings> {
  const [row] = await db.query<{ notices: unknown }>(sql`select notices from users where id = ${userId}`);
  return readNotices(row?.notices);
}

/** Keeps it. */
export async function setNotices(
  db: Queryable,
  userId: number,
  notices: NoticeSettings,
): Promise<NoticeSettings> {
  await db.query(sql`update users set notices = ${json(notices)} where id = ${userId}`);
  return notices;
}
