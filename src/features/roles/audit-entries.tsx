/** Records of the audit as a list: who did what and when, each to unfold with before and after. */
import type { Audit } from '../../../contract/entities/audit.ts';
import { dateTimeText } from '../../ui/dates.ts';
import unfolding from '../../ui/unfolding.module.css';
import classes from './audit-list.module.css';
import { headline, linesOf } from './audit-view.ts';

export function AuditEntries({ audits, busy }: { audits: readonly Audit[]; busy: boolean }) {
  return (
    <ol className={classes.list} aria-busy={busy}>
      {audits.map((audit) => (
        <Entry key={audit.id} audit={audit} />
      ))}
    </ol>
  );
}

function Entry({ audit }: { audit: Audit }) {
  const lines = audit.changes.flatMap(linesOf);
  return (
    <li className={classes.entry}>
      <details>
        <summary className={unfolding.summary}>
          <span>
            <strong>{audit.user_name ?? 'El sistema'}</strong> {headline(audit)}
          </span>
          <time dateTime={audit.at}>{dateTimeText(audit.at)}</time>
        </summary>
        {lines.length === 0 ? <p>Sin detalle.</p> : null}
        <dl>
          {lines.map((line) => (
            <div key={line.name}>
              <dt>{line.name}</dt>
              <dd>
                {line.before === null ? null : (
                  <del>
                    <span className="visually-hidden">Antes: </span>
                    {line.before}
                  </del>
                )}
                {line.after === null ? null : (
                  <ins>
                    <span className="visually-hidden">Después: </span>
                    {line.after}
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
