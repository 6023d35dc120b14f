/** What a site's page may ask of its chat (docs/widget.md), for whoever maintains the site. */
import { CopyCode } from '../../ui/copy-code.tsx';
import classes from './page-interface.module.css';

const ACTIONS = [
  ['open, close, toggle', 'Abre o cierra el chat.'],
  ['prefill, texto', 'Deja un texto en el campo, si el cliente no ha escrito nada.'],
  [
    'identify, { name, email, phone }',
    'Lo que la página sabe del cliente. Llega a tu equipo cuando escribe.',
  ],
  [
    'identify, { id, hash, … }',
    'El cliente inició sesión en tu sitio: con la firma de tu servidor ve su propia historia en cualquier dispositivo.',
  ],
  ['identify, null', 'El cliente cerró sesión: no queda nada suyo en el navegador.'],
  ['shutdown', 'Lo mismo, aunque nadie haya iniciado sesión.'],
  ['on, evento, función', 'Avisa de lo que pasa; off, con la misma función, deja de avisar.'],
  ['destroy', 'Saca el chat de la página.'],
] as const;

const EVENTS = [
  ['ready', 'el chat se puede abrir'],
  ['opened, closed', 'se abrió o se cerró'],
  ['message', 'respondió el bot o una persona ({ from }); nunca trae lo que se dijo'],
  ['unread', 'mensajes sin leer ({ count })'],
  ['ended', 'terminó la conversación'],
  ['identified, rejected', 'se aceptó o se rechazó la firma de identify'],
] as const;

const EXAMPLE = `<script>
  window.Charla = window.Charla || function () { (Charla.q = Charla.q || []).push(arguments); };
  Charla('on', 'unread', function (detail) { console.log(detail.count); });
  Charla('prefill', 'Hola, tengo una duda sobre mi carrito');
</script>`;

export default function PageInterface() {
  return (
    <div className={classes.interface}>
      <p>
        Es opcional. Este código va antes del código del chat; lo que pida la página se hace cuando el chat
        llega. Funciona también en sitios que cambian de página sin recargar.
      </p>
      <CopyCode code={EXAMPLE} label="Ejemplo para la página" />
      <table>
        <caption>Lo que se le puede pedir</caption>
        <tbody>
          {ACTIONS.map(([name, what]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>Lo que avisa</caption>
        <tbody>
          {EVENTS.map(([name, what]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
