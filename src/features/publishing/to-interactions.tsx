/** Where what the bot says is written: the next step of anyone who finds no change yet. */
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../bot/place-context.ts';
import button from '../../ui/link-button.module.css';

export function ToInteractions() {
  const { place } = usePlace();
  return (
    <Link to="/chatbot-center/skill-base/$id" params={{ id: String(place.bot.id) }} className={button.link}>
      Ir a las interacciones
    </Link>
  );
}
