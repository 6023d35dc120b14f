/** Somebody's powers wait for a second factor: says so, and leads to where it is set up. */
import { Link } from '@tanstack/react-router';
import { SECOND_FACTOR_TEXTS } from '../../../contract/entities/second-factor.ts';
import { usePlace } from '../../bot/place-context.ts';
import classes from './banners.module.css';

export default function FactorBanner() {
  const { place } = usePlace();
  const ofBot = place.link.second_factor_due === true;
  return (
    <p role="status" className={classes.trial}>
      <span>
        {ofBot
          ? SECOND_FACTOR_TEXTS.required
          : 'Tu cuenta es interna: sus funciones se activan con la verificación en dos pasos.'}
      </span>
      <Link to="/profile" hash="profile-second-factor">
        Activarla
      </Link>
    </p>
  );
}
