/** A picture of the chat with the chosen look; what it says is repeated in the form, so it is silent for readers. */
import classes from './registration.module.css';

export function ChatSketch({ name, color, welcome }: { name: string; color: string; welcome: string }) {
  return (
    <div className={classes.sketch} aria-hidden="true">
      <div className={classes.bar} style={{ background: color }}>
        {name || 'Tu chatbot'}
      </div>
      <div className={classes.talk}>
        <p>{welcome.trim() || '¡Hola! ¿En qué te puedo ayudar?'}</p>
        <p data-own style={{ background: color }}>
          ¿Hacen despachos a regiones?
        </p>
      </div>
    </div>
  );
}
