/** One click fills the form with a demo account. */
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
import classes from './demo-hint.module.css';

export default function DemoHint({ onPick }: { onPick: (email: string, password: string) => void }) {
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">Cuentas de demostración</h2>
      <p>
        La contraseña de todas es <code>{DEMO_PASSWORD}</code>. Elige una para completar el formulario.
      </p>
      <ul>
        {DEMO_ACCOUNTS.map(({ email, role }) => (
          <li key={email}>
            <button type="button" onClick={() => onPick(email, DEMO_PASSWORD)}>
              <span>{email}</span>
              <small>{role}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
