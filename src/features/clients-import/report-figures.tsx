/** The numbers of a check or run: every row of the file is in exactly one of them. */
import type { ImportReport } from '../../../contract/calls/imports.ts';
import { figure } from '../../ui/money.ts';
import classes from './clients-import.module.css';
import { REPORT_TEXTS } from './import-view.ts';

export function ReportFigures({ report }: { report: ImportReport }) {
  return (
    <dl className={classes.figures}>
      {(Object.keys(REPORT_TEXTS) as (keyof typeof REPORT_TEXTS)[]).map((name) => (
        <div key={name} data-bad={(name === 'refused' && report.refused > 0) || undefined}>
          <dt>{REPORT_TEXTS[name].label}</dt>
          <dd>
            <strong>{figure(report[name])}</strong> <small>{REPORT_TEXTS[name].about}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
