/** Files beside drafts and in the outbox: durable before they are shown, uploaded once, stopped while they can be. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { LOCK_TEXT } from '../../../contract/rules/lock.ts';
import { ANA, BOT, BRUNO, type HandTab, World } from '../../../tests/support/hub/world.ts';
import type { DraftOffer, SendInput } from '../surface/api.ts';
import type { KeptFile, OutboxEntry } from '../surface/outbox-entry.ts';
import type { Topic, TopicValues } from '../surface/topics.ts';

const connection: Topic = { kind: 'connection' };
const outbox: Topic = { kind: 'outbox' };
let world: World;
let tab: HandTab;
let id: string;

const draftTopic = (mode: 'reply' | 'note' = 'reply', of = id) =>
  ({ kind: 'draft', conversationId: of, mode }) as const;
const draft = (mode: 'reply' | 'note' = 'reply', of = tab) =>
  of.value(draftTopic(mode)) as TopicValues['draft'] | undefined;
const files = (mode: 'reply' | 'note' = 'reply', of = tab) =>
  draft(mode, of)?.files.map(({ name }) => name) ?? [];
const entries = () => (tab.value(outbox) as OutboxEntry[] | undefined) ?? [];
const said = () => world.server.rows.rows.get(id)?.messages.filter(({ from }) => from === 'agent') ?? [];
const requests = (route: string) => world.server.requests.filter((each) => each.route === route);
const online = () => (tab.value(connection) as { state: string } | undefined)?.state;

const attach = (
  name: string,
  content = `contenido de ${name}`,
  mode: 'reply' | 'note' = 'reply',
  from?: KeptFile,
) =>
  world.hub.api.attach({
    ...(from ? { from } : {}),
    botId: BOT,
    conversationId: id,
    mode,
    name,
    blob: new Blob([content], { type: 'text/plain' }),
  });
/** What the composer sends: everything of the draft. */
const send = (text: string, extra: Partial<SendInput> = {}) =>
  world.hub.api.send({
    botId: BOT,
    conversationId: id,
    text,
    note: false,
    files: draft()?.files.map((file) => file.id) ?? [],
    ...extra,
  });

async function openTab(): Promise<HandTab> {
  const opened = await world.openTab(world.session(ANA));
  for (const topic of [
    connection,
    outbox,
    draftTopic(),
    draftTopic('note'),
    { kind: 'messages', botId: BOT, conversationId: id } as const,
  ])
    opened.show(topic);
  return opened;
}
async function goOffline(): Promise<void> {
  world.server.up = false;
  world.server.cut();
  await world.until(() => online() !== 'live', 'offline');
}
async function restart(): Promise<void> {
  await world.attach(tab, world.session(ANA), world.respawn());
}

/** Another connection writes and does not come to an end: everybody else's writes wait. */
async function holdDisk(): Promise<() => void> {
  const name = `charla-work:${world.session(ANA).credentials.uid}`;
  const opening = world.disk?.indexedDB.open(name);
  const database = await new Promise<IDBDatabase>((resolve) => {
    if (opening) opening.onsuccess = () => resolve(opening.result);
  });
  const store = database.transaction('outbox', 'readwrite').objectStore('outbox');
  let held = true;
  const again = () => {
    if (held) store.get('nothing').onsuccess = again;
  };
  again();
  return () => {
    held = false;
  };
}

beforeEach(async () => {
  world = new World();
  world.server.rows.newConversation('web', null);
  id = [...world.server.rows.rows.keys()][0] ?? '';
  world.server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
  tab = await openTab();
  await world.until(() => online() === 'live' && draft() !== undefined, 'live');
});

describe('files of a draft', () => {
  it('HUB-27 are shared by every tab, survive a restart, and belong to one conversation and mode', async () => {
    const other = await openTab();
    await attach('boleta.txt');
    await attach('interno.txt', 'x', 'note');
    await world.until(() => files('reply', other)[0] === 'boleta.txt', 'shared');
    expect(files('note')).toEqual(['interno.txt']);
    await restart();
    await world.until(() => files()[0] === 'boleta.txt' && files('note')[0] === 'interno.txt', 'kept');
    const blob = await world.hub.api.fileOf(draft()?.files[0]?.id ?? '');
    expect(await blob?.text()).toBe('contenido de boleta.txt');
  });

  it('HUB-27 go with their own send alone, once, and can be taken off', async () => {
    await attach('a.txt');
    await attach('b.txt');
    await attach('nota.txt', 'x', 'note');
    await world.until(() => files().length === 2, 'attached');
    await world.hub.api.detach(id, BOT, 'reply', draft()?.files[1]?.id ?? '');
    await world.until(() => files().length === 1, 'taken off');
    const ids = draft()?.files.map((file) => file.id) ?? [];
    await send('Te la adjunto');
    await expect(send('', { files: ids })).rejects.toThrow('nothing');
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
    expect(said()[0]?.attachments.map(({ name }) => name)).toEqual(['a.txt']);
    await world.until(() => files().length === 0, 'cleared');
    expect(files('note')).toEqual(['nota.txt']);
  });

  it('HUB-27 do not disturb what is typed, and a template or second try leaves the draft alone', async () => {
    await world.hub.api.saveDraft(id, BOT, 'reply', 'a medio escribir', tab.id);
    await world.until(() => draft()?.text === 'a medio escribir', 'typed');
    const at = draft()?.updatedAt;
    await attach('a.txt');
    await world.until(() => files().length === 1, 'attached');
    expect(draft()).toMatchObject({ text: 'a medio escribir', by: tab.id, updatedAt: at });
    await send('plantilla', { keepDraft: true, files: [], template: { id: 't1', values: ['Rosa'] } });
    await world.until(() => requests('send').length === 1, 'sent');
    expect(requests('send')[0]?.body).toMatchObject({ template: { id: 't1', values: ['Rosa'] } });
    expect(draft()).toMatchObject({ text: 'a medio escribir' });
    expect(files()).toEqual(['a.txt']);
  });

  it('INB-128 what a quick reply has is copied by the server, over a restart and once; what it no longer has is uploaded', async () => {
    world.server.kept.set('f1', 'talla;cm');
    await attach('tallas.csv', 'talla;cm', 'reply', { quickReplyId: 'q1', id: 'f1' });
    await attach('cambios.csv', 'dos', 'reply', { quickReplyId: 'q1', id: 'gone' });
    await world.until(() => files().length === 2, 'attached');
    await restart();
    await world.until(() => files().length === 2, 'kept');
    let lost = 0;
    world.server.answering = (route) => (route === 'copy' && lost++ === 0 ? 'lost' : 'ok');
    await send('Aquí van');
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
    expect(said()[0]?.attachments.map(({ name }) => name)).toEqual(['tallas.csv', 'cambios.csv']);
    expect(requests('upload').map(({ body }) => (body as { name: string }).name)).toEqual(['cambios.csv']);
    expect(requests('copy')).toHaveLength(3);
    expect([...world.server.files.values()].map(({ text }) => text)).toEqual(['talla;cm', 'dos']);
  });

  it('INB-105 its options are shared by every tab, survive a restart, leave with its words alone, once, and come back with them', async () => {
    const other = await openTab();
    const links = [{ label: 'Catálogo', url: 'https://tienda.cl/' }];
    const offer = (offered: DraftOffer) => world.hub.api.offer(id, BOT, 'reply', offered);
    await offer({ links });
    await offer({ buttons: ['Sí', 'No'] });
    await world.until(() => draft('reply', other)?.buttons?.length === 2, 'shared');
    await restart();
    await world.until(() => draft()?.buttons?.length === 2 && draft()?.links?.length === 1, 'kept');
    expect(draft()?.links).toEqual(links);
    await send('plantilla', { keepDraft: true, template: { id: 't1', values: [] } });
    expect(draft()?.buttons).toEqual(['Sí', 'No']);
    await world.until(() => entries().length === 0, 'the template has left');
    await goOffline();
    const entry = await send('¿Lo quieres?', { buttons: ['Sí', 'No'], links });
    await world.until(() => draft()?.buttons === undefined, 'taken along');
    await world.hub.api.cancel(entry.id);
    await world.until(() => draft()?.buttons?.length === 2 && draft()?.text === '¿Lo quieres?', 'given back');
    expect(draft()?.links).toEqual(links);
    await send('¿Lo quieres?', { buttons: ['Sí', 'No'], links });
    world.server.up = true;
    await world.until(() => said().some(({ text }) => text === '¿Lo quieres?'), 'sent');
    expect(requests('send').at(-1)?.body).toMatchObject({ buttons: ['Sí', 'No'], links });
    expect(draft()).toMatchObject({ text: '', files: [] });
    expect(draft()?.buttons).toBeUndefined();
    expect(draft()?.links).toBeUndefined();
  });

  it('HUB-27 are refused beyond the limits and when the disk is full, and the rest goes on', async () => {
    const ok = await Promise.all(
      Array.from({ length: LIMITS.attachmentsPerMessage }, (_, at) => attach(`${at}.txt`)),
    );
    expect(ok.every((result) => result.ok)).toBe(true);
    expect(await attach('una-más.txt')).toMatchObject({ ok: false, error: 'rule' });
    await world.until(() => files().length === LIMITS.attachmentsPerMessage, 'attached');
    const first = draft()?.files[0]?.id ?? '';
    await world.hub.api.detach(id, BOT, 'reply', first);
    const store = (await import('fake-indexeddb')).IDBObjectStore.prototype;
    const { put } = store;
    const full = vi.spyOn(store, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if ('blob' in value) throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value, key);
    });
    expect(await attach('grande.txt')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/No queda espacio/),
    });
    full.mockRestore();
    await world.until(() => files().length === LIMITS.attachmentsPerMessage - 1, 'as before');
    expect(tab.value(connection)).toMatchObject({ memoryOnly: false });
    expect(await attach('otra.txt')).toMatchObject({ ok: true, file: { name: 'otra.txt' } });
  });
});

describe('files on their way', () => {
  it('HUB-28 written offline they survive a restart and leave once each, in order, before their message', async () => {
    await goOffline();
    await attach('uno.txt');
    await attach('dos.txt');
    await world.until(() => files().length === 2, 'attached');
    await send('Aquí van');
    await world.until(() => files().length === 0 && entries().length === 1, 'queued');
    await restart();
    await world.until(() => entries().length === 1, 'kept');
    let lost = 0;
    world.server.answering = (route) => (route === 'upload' && ++lost === 1 ? 'lost' : 'ok');
    world.server.up = true;
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
    expect(said()[0]?.attachments.map(({ name }) => name)).toEqual(['uno.txt', 'dos.txt']);
    // One was asked again under its key; the server kept two files, with their content.
    expect(requests('upload')).toHaveLength(3);
    expect([...world.server.files.values()].map(({ text }) => text)).toEqual([
      'contenido de uno.txt',
      'contenido de dos.txt',
    ]);
    await restart();
    expect(await world.hub.api.fileOf([...world.server.files.keys()][0] ?? '')).toBeNull();
  });

  it('HUB-28 a message is in sight before the disk has it, and leaves when it has', async () => {
    const release = await holdDisk();
    const sending = send('disco lento');
    await world.until(() => entries().length === 1, 'in sight');
    expect(entries()[0]).toMatchObject({ saving: true });
    expect(await world.hub.api.cancel(entries()[0]?.id ?? '')).toBe(false);
    expect(requests('send')).toEqual([]);
    release();
    expect(await sending).not.toHaveProperty('saving');
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
  });

  it('HUB-28 tells how far it got, and what the server has is not uploaded again after a restart', async () => {
    await attach('uno.txt', 'x'.repeat(100));
    await attach('dos.txt', 'y'.repeat(100));
    await world.until(() => files().length === 2, 'attached');
    const open = world.server.gate('upload');
    await send('dos archivos');
    await world.until(() => requests('upload').length === 1, 'first on its way');
    world.server.progress(50);
    await world.until(() => entries()[0]?.progress === 0.25, 'a quarter');
    open();
    await world.until(() => requests('upload').length === 2, 'second');
    world.server.gate('send');
    await world.until(() => requests('send').length === 1, 'posted');
    await restart();
    await world.until(() => entries().length === 0, 'done');
    expect(requests('upload')).toHaveLength(2);
    expect(said()).toHaveLength(1);
  });

  it('HUB-28 uploads again what the server threw away meanwhile, by itself', async () => {
    await attach('uno.txt');
    await world.until(() => files().length === 1, 'attached');
    world.server.answering = () => {
      // The upload is answered; what follows meets no network.
      queueMicrotask(() => {
        world.server.up = false;
      });
      return 'ok';
    };
    await send('archivo');
    await world.until(() => requests('send').length === 1, 'tried');
    world.server.answering = () => 'ok';
    world.server.files.clear();
    world.server.up = true;
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
    expect(requests('upload')).toHaveLength(2);
  });

  it('HUB-29 a message is stopped while its files go: nothing is sent, words and files are a draft again', async () => {
    await attach('uno.txt');
    await world.until(() => files().length === 1, 'attached');
    world.server.gate('upload');
    const entry = await send('me arrepentí');
    await world.until(() => requests('upload').length === 1, 'under way');
    await world.hub.api.saveDraft(id, BOT, 'reply', 'otra cosa', tab.id);
    expect(await world.hub.api.cancel(entry.id)).toBe(true);
    await world.until(
      () => draft()?.text === 'me arrepentí\notra cosa' && files().length === 1,
      'given back',
    );
    expect(entries()).toEqual([]);
    await restart();
    await world.until(() => draft()?.text === 'me arrepentí\notra cosa' && files().length === 1, 'kept');
    await world.moment(300);
    expect(requests('send')).toEqual([]);
  });

  it('HUB-29 once the message itself has left it can’t be stopped', async () => {
    const open = world.server.gate('send');
    const entry = await send('ya salió');
    await world.until(() => requests('send').length === 1, 'posted');
    expect(await world.hub.api.cancel(entry.id)).toBe(false);
    open();
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
    expect(draft()?.text).toBe('');
  });

  it('HUB-15 a close that follows waits for files on their way, beyond its undo time', async () => {
    await attach('uno.txt');
    await world.until(() => files().length === 1, 'attached');
    const open = world.server.gate('upload');
    await send('y cierro');
    await world.hub.api.changeLater(BOT, id, { state: 'closed' });
    await world.until(() => requests('upload').length === 1, 'under way');
    world.clock.pass(LIMITS.undo + 5_000);
    await world.moment(50);
    expect(requests('change')).toEqual([]);
    open();
    await world.until(() => requests('change').length === 1 && entries().length === 0, 'closed');
    expect(said().map(({ text }) => text)).toEqual(['y cierro']);
  });

  it('HUB-13, OUT-11 asks when a colleague answered while the files went, and sends after a yes without a second upload', async () => {
    await attach('uno.txt');
    await world.until(() => files().length === 1, 'attached');
    const open = world.server.gate('upload');
    await send('mi respuesta');
    await world.until(() => requests('upload').length === 1, 'under way');
    world.server.rows.write(id, { from: 'agent', agent: { id: BRUNO, name: 'Bruno', image: null } });
    world.server.push();
    await world.moment(50);
    open();
    await world.until(() => entries()[0]?.state === 'asking', 'asked');
    expect(requests('send')).toEqual([]);
    await world.hub.api.retry(entries()[0]?.id ?? '');
    await world.until(() => said().length === 2 && entries().length === 0, 'sent');
    expect(requests('upload')).toHaveLength(1);
  });

  it('HUB-13 refuses free text after the 24 h window, lets a template through', async () => {
    world.server.rows.newConversation('whatsapp', null);
    const wsp = [...world.server.rows.rows.keys()].at(-1) ?? '';
    world.server.rows.command(wsp, { type: 'take', agent_id: ANA.user_id });
    world.server.push();
    tab.show({ kind: 'conversation', botId: BOT, conversationId: wsp });
    await world.until(
      () => Boolean(tab.value({ kind: 'conversation', botId: BOT, conversationId: wsp })),
      'seen',
    );
    await send('tarde', { conversationId: wsp });
    await world.until(() => entries()[0]?.state === 'refused', 'refused');
    expect(entries()[0]?.reason).toBe(LOCK_TEXT);
    await send('Hola', { conversationId: wsp, keepDraft: true, template: { id: 't', values: [] } });
    await world.until(() => requests('send').length === 1, 'sent');
  });
});
