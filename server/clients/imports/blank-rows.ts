/** Rows in which nothing stands are left out, and cost time all the same: a file of nothing else ends. */
import { IMPORT_LIMITS } from '../../../contract/rules/imports.ts';
import { FileFault } from './fault.ts';

/** As many as rows that are read, five times over. */
const MOST = IMPORT_LIMITS.rows * 5;

export class BlankRows {
  #count = 0;

  /** Throws `FileFault`. */
  take(): void {
    this.#count += 1;
    if (this.#count > MOST) throw new FileFault('El archivo tiene demasiadas filas vacías.');
  }
}
