/** A page that says one thing: not found, in construction, failed. */
import type { ReactNode } from 'react';
import { Mark } from '../ui/mark.tsx';
import classes from './page.module.css';

export function Page({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={classes.page} data-settled="">
      <Mark size={44} />
      <h1>{title}</h1>
      {children}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  );
}
