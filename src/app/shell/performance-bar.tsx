/** The red bar about a delay of the system (docs/product.md §8). Off unless an internal account switches it on in /settings. */
import classes from './banners.module.css';
import { useInstallation } from './use-installation.ts';

export default function PerformanceBar() {
  return useInstallation()?.slow ? (
    <p role="status" className={classes.slow}>
      El sistema está respondiendo con demora. Estamos trabajando para resolverlo.
    </p>
  ) : null;
}
