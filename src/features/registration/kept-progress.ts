/** The registration's progress in local storage; clearing the session clears it too (docs/product.md §4 Session). */
import { type RegistrationProgress, resume } from '../../../machines/registration/progress.ts';
import { remembered } from '../../ui/stored-state.ts';

const KEY = 'registration';

export const readProgress = (userId: number | null): RegistrationProgress => resume(remembered(KEY), userId);
export const keepProgress = (progress: RegistrationProgress): void =>
  localStorage.setItem(KEY, JSON.stringify(progress));
export const clearProgress = (): void => localStorage.removeItem(KEY);
