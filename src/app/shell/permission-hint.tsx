/** In the bell: that this browser shows no notices yet, or is kept from it, and the way to change that. */
import IconBellCog from '@tabler/icons-react/dist/esm/icons/IconBellCog.mjs';
import { Link } from '@tanstack/react-router';
import { NOTICES_HASH } from '../../notices/notices-hash.ts';
import { useNoticePermission } from '../../notices/permission.ts';
import classes from './permission-hint.module.css';

const SAYS = {
  default: { text: 'Este navegador no muestra avisos de escritorio.', link: 'Activarlos' },
  denied: { text: 'Los avisos están bloqueados por el navegador.', link: 'Cómo desbloquearlos' },
  granted: { text: 'Avisos de escritorio activos.', link: 'Configurar' },
  unsupported: { text: 'Este navegador no puede mostrar avisos.', link: 'Configurar' },
} as const;

export function PermissionHint({ onFollow }: { onFollow: () => void }) {
  const permission = useNoticePermission();
  const { text, link } = SAYS[permission];
  return (
    <p className={classes.hint} data-state={permission}>
      <IconBellCog size={16} aria-hidden="true" />
      <span>{text}</span>
      <Link to="/profile" hash={NOTICES_HASH} onClick={onFollow}>
        {link}
      </Link>
    </p>
  );
}
