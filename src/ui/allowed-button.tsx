/**
 * A button that a permission decides (docs/product.md §6): without it, it stays in sight and in the tab order, does nothing, and
 * says why.
 */
import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.layer.css';
import type { MouseEvent, ReactNode } from 'react';
import { TEXTS } from '../../contract/texts.ts';

interface AllowedButtonProps extends ButtonProps {
  allowed: boolean;
  /** The tooltip without the permission. */
  why?: string;
  type?: 'button' | 'submit';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}

/** When the tooltip shows: at once, by pointer, keyboard and finger alike. */
const REASON = { openDelay: 0, events: { hover: true, focus: true, touch: true } };

export function AllowedButton({
  allowed,
  why = TEXTS.noModuleAccess,
  onClick,
  type = 'button',
  ...button
}: AllowedButtonProps) {
  if (allowed) return <Button {...button} type={type} onClick={onClick} />;
  return (
    <Tooltip label={why} {...REASON}>
      <Button
        {...button}
        type="button"
        data-disabled
        aria-disabled
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  );
}

/** The same as an icon; `label` names it. */
export function AllowedIcon({
  allowed,
  why = TEXTS.noModuleAccess,
  label,
  loading,
  onClick,
  children,
}: Pick<AllowedButtonProps, 'allowed' | 'onClick' | 'children'> & {
  why?: string | undefined;
  label: string;
  loading?: boolean;
}) {
  if (allowed) {
    return (
      <ActionIcon aria-label={label} loading={loading ?? false} onClick={onClick}>
        {children}
      </ActionIcon>
    );
  }
  return (
    <Tooltip label={why} {...REASON}>
      <ActionIcon aria-label={label} data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
