/** 'Mi cuenta' over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { formFile } from '../platform/http/form.ts';
import { registerCall } from '../platform/http/route.ts';
import { createAccountMails } from '../platform/mail/people-mails.ts';
import { devicesOf, endDevice, endOtherDevices } from './devices.ts';
import { registerPhotos } from './photo.ts';
import {
  askEmailChange,
  cancelEmailChange,
  changePassword,
  deletePhoto,
  setPhoto,
  setSounds,
  soundsOf,
  updateUser,
} from './profile.ts';

/** Mounts the calls of one's own account, and the addresses of photos. */
export function registerProfile(app: App): void {
  /** Somebody at an open browser must not try passwords there. */
  const proofs = app.sharedLimit('profile.proofs', 10, 600);
  const photos = app.sharedLimit('profile.photos', 20, 600);
  /** Each sends a mail to whatever address was typed. */
  const changes = app.sharedLimit('profile.emailChanges', 5, 60 * 60);
  const changesOfMailbox = app.sharedLimit('profile.emailChangesOfMailbox', 5, 60 * 60);
  const changeMails = createAccountMails(app, 'change');
  registerPhotos(app);

  registerCall(app, CALLS.updateUser, ({ session, body }) => updateUser(app, session, body));

  registerCall(app, CALLS.changePassword, async ({ session, body }) => {
    await proofs.take(String(session.user.id));
    return { ok: true as const, ended: await changePassword(app, session, body) };
  });

  registerCall(app, CALLS.changeEmail, async ({ session, body }) => {
    await proofs.take(String(session.user.id));
    return askEmailChange(app, session, body, async (email) => {
      await changes.take(String(session.user.id));
      await changesOfMailbox.take(email);
      await changeMails();
    });
  });

  registerCall(app, CALLS.cancelEmailChange, ({ session }) => cancelEmailChange(app, session));

  registerCall(app, CALLS.uploadPhoto, async ({ session, request }) => {
    await photos.take(String(session.user.id));
    const file = formFile(request);
    if (!file) throw fieldFault('user_avatar', 'Falta la foto.');
    return setPhoto(app, session, file.content);
  });

  registerCall(app, CALLS.deletePhoto, ({ session }) => deletePhoto(app, session));

  registerCall(app, CALLS.devices, ({ session }) => devicesOf(app, session));

  registerCall(app, CALLS.deleteDevice, async ({ session, params }) => {
    await endDevice(app, session, params.deviceId);
    return { ok: true as const };
  });

  registerCall(app, CALLS.deleteOtherDevices, async ({ session }) => ({
    ended: await endOtherDevices(app, session),
  }));

  registerCall(app, CALLS.soundSettings, ({ session }) => soundsOf(app.db, session.user.id));
  registerCall(app, CALLS.updateSoundSettings, ({ session, body }) => setSounds(app, session, body));
}
