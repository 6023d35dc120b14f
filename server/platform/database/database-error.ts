/** What PostgreSQL said about a failed statement; the same shape from both engines. */
export interface DatabaseErrorFields {
  /** SQLSTATE, for example '23505' for a broken unique constraint. */
  code: string;
  severity?: string | undefined;
  detail?: string | undefined;
  hint?: string | undefined;
  schema?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
  constraint?: string | undefined;
  where?: string | undefined;
}

/** A statement that the engine refused. `code` is the SQLSTATE; `constraint` names what was violated. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  readonly code: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;
  readonly where: string | undefined;

  constructor(message: string, fields: DatabaseErrorFields, options?: ErrorOptions) {
    super(message, options);
    this.code = fields.code;
    this.detail = fields.detail;
    this.hint = fields.hint;
    this.table = fields.table;
    this.column = fields.column;
    this.constraint = fields.constraint;
    this.where = fields.where;
  }
}

/** The database was used in a way that can only be a mistake in our own code. */
export class DatabaseMisuse extends Error {
  override name = 'DatabaseMisuse';
}

/** The connection or the embedded engine is gone; nothing is known about what was in flight. */
export class DatabaseLost extends Error {
  override name = 'DatabaseLost';
}

/** True when the statement was ended from outside: its time was up, or its caller gone (57014). */
export function isCancelled(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code === '57014';
}

/** True for a broken unique constraint or unique index; `constraint` narrows it to one by name. */
export function isUniqueViolation(error: unknown, constraint?: string): error is DatabaseError {
  return (
    error instanceof DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * PostgreSQL's own words, found by the random walk over kept counts: where one of three who change a row that a foreign key
 * looks at is undone at the wrong moment, another is refused although nothing stands in its way. Run again, it passes.
 */
const TWO_CHANGERS = /^new multixact has more than one updating member/;

/** True when the same transaction may succeed if it is run again (serialization failure, deadlock). */
export function isRetryable(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError)) return false;
  return (
    error.code === '40001' ||
    error.code === '40P01' ||
    (error.code === 'XX000' && TWO_CHANGERS.test(error.message))
  );
}

/**
 * True when a text can't be stored by any PostgreSQL: a zero byte in a text (22021) or in JSON (22P05). What people
 * write is cleaned before; this is what a hostile caller put where we expect our own ids.
 */
export function isUnstorableText(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && (error.code === '22021' || error.code === '22P05');
}

/** True when a number or an instant lies outside of what its type holds: schemas bound them, this is the net below. */
export function isOutOfRange(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && (error.code === '22003' || error.code === '22008');
}
