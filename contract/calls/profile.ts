/** 'Mi cuenta' (/profile): one's own data, password, e-mail, photo, sounds, devices. Every id must be one's own. */
import * as z from 'zod/mini';
import { device } from '../entities/device.ts';
import { user } from '../entities/user.ts';
import { LIMITS } from '../limits.ts';
import { noticeSettings } from '../notice-settings.ts';
import { shortText } from '../primitives.ts';
import { soundSettings } from '../sounds.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const self = { kind: 'self', in: 'params', name: 'userId' } as const;
const params = z.object({ userId: idParam });
const ok = z.object({ ok: z.literal(true) });
const password = z.string().check(z.maxLength(1000));

export const profileCalls = {
  /** Faults are 422 with `details.fields`. Phone spaces are stripped; an empty phone removes it. */
  updateUser: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/user_data/{userId}',
    access: self,
    params,
    body: z.object({ name: z.optional(shortText(120)), phone: z.optional(z.nullable(shortText(40))) }),
    answer: user,
  }),
  /** Ends the person's other sessions; `ended` says how many. A wrong present password is 422 at `current_password`. */
  changePassword: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/user_data/{userId}/password',
    access: self,
    params,
    body: z.object({ current_password: password, password, password_confirmation: password }),
    answer: z.object({ ok: z.literal(true), ended: z.int() }),
  }),
  /** Sends a link to the new address; the old one stays until it is followed. 422 at `email` or `current_password`. */
  changeEmail: defineCall({
    service: 'main',
    method: 'POST',
    path: '/user_data/{userId}/email',
    access: self,
    params,
    body: z.object({ email: shortText(254), current_password: password }),
    answer: user,
  }),
  /** Forgets an address that waits for confirmation. */
  cancelEmailChange: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/user_data/{userId}/email',
    access: self,
    params,
    answer: user,
  }),
  /** JPEG, PNG, WebP or GIF; judged by content, cut square, made small. 413 too_large, 415 unsupported_type. */
  uploadPhoto: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/user_data/{userId}/photo',
    access: self,
    params,
    form: { file: 'user_avatar', maxBytes: LIMITS.photoUploadMaxBytes },
    answer: user,
  }),
  deletePhoto: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/user_data/{userId}/photo',
    access: self,
    params,
    answer: user,
  }),
  devices: defineCall({
    service: 'main',
    method: 'GET',
    path: '/user_data/{userId}/devices',
    access: self,
    params,
    answer: z.array(device),
  }),
  /** Signs one browser out. The own one is refused (422): that is what signing out is for. */
  deleteDevice: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/user_data/{userId}/devices/{deviceId}',
    access: self,
    params: z.object({ userId: idParam, deviceId: shortText(64) }),
    answer: ok,
  }),
  /** 'Cerrar las demás sesiones'. */
  deleteOtherDevices: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/user_data/{userId}/devices',
    access: self,
    params,
    answer: z.object({ ended: z.int() }),
  }),
  soundSettings: defineCall({
    service: 'main',
    method: 'GET',
    path: '/user_data/{userId}/sounds',
    access: self,
    params,
    answer: soundSettings,
  }),
  updateSoundSettings: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/user_data/{userId}/sounds',
    access: self,
    params,
    body: soundSettings,
    answer: soundSettings,
  }),
  /** Notices of the browser and pushes by kind, quiet mode. */
  noticeSettings: defineCall({
    service: 'main',
    method: 'GET',
    path: '/user_data/{userId}/notices',
    access: self,
    params,
    answer: noticeSettings,
  }),
  updateNoticeSettings: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/user_data/{userId}/notices',
    access: self,
    params,
    body: noticeSettings,
    answer: noticeSettings,
  }),
};
