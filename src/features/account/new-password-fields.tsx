/** A new password and its repetition, with how strong it is: of a forgotten one, an invitation, a confirmation. */
import { PasswordField, StrengthMeter } from '../../ui/password-field.tsx';

export interface NewPassword {
  password: string;
  confirmation: string;
}
export const NO_PASSWORD: NewPassword = { password: '', confirmation: '' };

interface NewPasswordFieldsProps {
  label?: string;
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  faults: Partial<Record<'password' | 'password_confirmation', string>>;
  /** What the password may not consist of: the person's own facts. */
  facts: readonly string[];
}

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label = 'Nueva contraseña', value, onChange, faults, facts } = props;
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        size="md"
        value={value.password}
        error={faults.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
      <StrengthMeter password={value.password} facts={facts} />
      <PasswordField
        label="Confirma la contraseña"
        autoComplete="new-password"
        size="md"
        value={value.confirmation}
        error={faults.password_confirmation}
        onChange={(event) => onChange({ ...value, confirmation: event.currentTarget.value })}
      />
    </>
  );
}
