/** A password with a show/hide toggle that names itself in Spanish, and how strong it is when it is being chosen. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useState } from 'react';
import { passwordStrength, REQUIRED_STRENGTH, STRENGTHS } from '../../contract/rules/password.ts';
import classes from './password-field.module.css';

export function PasswordField(props: Omit<PasswordInputProps, 'visible' | 'onVisibilityChange'>) {
  const [shown, setShown] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        'aria-label': shown ? 'Ocultar contraseña' : 'Mostrar contraseña',
        tabIndex: 0,
        'aria-hidden': false,
      }}
    />
  );
}

/** @param facts name and e-mail: parts of them make a password no harder */
export function StrengthMeter({ password, facts }: { password: string; facts: readonly string[] }) {
  if (password === '') return <p className={classes.hint}>Usa al menos 6 caracteres; mejor, una frase.</p>;
  const strength = passwordStrength(password, facts);
  return (
    <p className={classes.meter} role="status" data-enough={strength >= REQUIRED_STRENGTH || undefined}>
      <span className={classes.bars} aria-hidden="true">
        {STRENGTHS.map((name, index) => (
          <i key={name} data-on={index <= strength || undefined} />
        ))}
      </span>
      Seguridad: {STRENGTHS[strength]}
    </p>
  );
}
