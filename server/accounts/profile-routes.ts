/** 'Mi cuenta' over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { formFile } from '../platform/http/form.ts';
import { registerCall } from '../platform/http/route.ts';
import { createLimit } from '../platform/limiter.ts';
import { devicesOf, endDevice } from './devices.ts';
import { fieldFault } from './field-fault.ts';
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
import { endSessions } from './sessions.ts';

/** Mounts the calls of one's own account, and the addresses of photos. */
export function registerProfile(app: App): void {
  /** Somebody at an open browser must not try passwords there. */
  const proofs = createLimit(10, 600);
  const photos = createLimit(20, 600);
  registerPhotos(app);

  registerCall(app, CALLS.updateUser, ({ session, body }) => updateUser(app, session, body));

  registerCall(app, CALLS.changePassword, async ({ session, body }) => {
    await proofs.take(String(session.user.id));
    return { ok: true as const, ended: await changePassword(app, session, body) };
  });

  registerCall(app, CALLS.changeEmail, async ({ session, body }) => {
    await proofs.take(String(session.user.id));
    return askEmailChange(app, session, body);
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
    ended: await app.db.transaction((tx) => endSessions(tx, app, session.user.id, session.client)),
  }));

  registerCall(app, CALLS.soundSettings, ({ session }) => soundsOf(app, session.user.id));
  registerCall(app, CALLS.updateSoundSettings, ({ session, body }) => setSounds(app, session.user.id, body));
}
