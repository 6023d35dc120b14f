/** The registration's progress in local storage; clearing the session clears it too (docs/product.md §4 Session). */
import { type RegistrationProgress, resume } from '../../../machines/registration/progress.ts';
import { remembered } from '../../ui/stored-state.ts';

const KEY = 'registration';

/**
 * How far a registration had come in this browser. @param userId who is signed in: another person's is not gone on
 * with
 */
export const readProgress = (userId: number | null): RegistrationProgress => resume(remembered(KEY), userId);
/** Remembers it for a reload. */
export const keepProgress = (progress: RegistrationProgress): void =>
  localStorage.setItem(KEY, JSON.stringify(progress));
/** It is done, or given up. */
export const clearProgress = (): void => localStorage.removeItem(KEY);
