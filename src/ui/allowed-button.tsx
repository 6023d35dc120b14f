/**
 * A button that a permission decides (spec §6): without it, it stays in sight and in the tab order, does nothing, and
 * says why.
 */
import { Button, type ButtonProps, Tooltip } from '@mantine/core';
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

export function AllowedButton({
  allowed,
  why = TEXTS.noModuleAccess,
  onClick,
  type = 'button',
  ...button
}: AllowedButtonProps) {
  if (allowed) return <Button {...button} type={type} onClick={onClick} />;
  return (
    <Tooltip label={why} openDelay={0} events={{ hover: true, focus: true, touch: true }}>
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
