/** A screen about one thing that is not there (any more), or that belongs to another bot: why, and the way back. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import button from './link-button.module.css';
import { Empty } from './load-state.tsx';

/** Whether asking again can't help: nothing has this id, or the address holds none. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

export function Missing({
  title,
  back,
  children,
}: {
  title: string;
  back: { to: string; label: string };
  children: ReactNode;
}) {
  return (
    <div role="alert">
      <Empty
        title={title}
        next={
          <Link to={back.to} className={button.link}>
            {back.label}
          </Link>
        }
      >
        {children}
      </Empty>
    </div>
  );
}
