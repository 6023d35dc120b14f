import { expect, it } from 'vitest';
import { isTime, typedTime } from './typed-time.ts';

it('reads an hour however it is typed', () => {
  for (const typed of ['09:30', '9:30', '9.30', '930', '0930', ' 9h30 ', '9 30', '9:30 hrs', '9:30 a.m.'])
    expect(typedTime(typed), typed).toBe('09:30');
  for (const [typed, time] of [
    ['9', '09:00'],
    ['21:05', '21:05'],
    ['9:05 pm', '21:05'],
    ['12:15 AM', '00:15'],
    ['12 p. m.', '12:00'],
    ['0000', '00:00'],
  ])
    expect(typedTime(typed ?? ''), typed).toBe(time);
});

it('takes nothing for an hour that is none', () => {
  for (const typed of ['', '24:00', '9:60', '9:3', '99', '12345', 'nueve', '-1:00', '9:30:15'])
    expect(typedTime(typed), typed).toBeNull();
  expect(isTime('9:30')).toBe(false);
});
