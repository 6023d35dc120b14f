/** The button, and the numbers to choose from where there is more than one, or something to say first. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ShownWhatsAppButton } from '../../contract/entities/whatsapp-button.ts';
import { inkOn } from '../../contract/rules/color.ts';
import { fillPage, showsOn, whatsappLink } from '../../contract/whatsapp-button/link.ts';

type Contact = ShownWhatsAppButton['contacts'][number];

interface WhatsAppButtonProps {
  button: ShownWhatsAppButton;
  /** Where the chat's own button is: this one stands above it. */
  chat: 'right' | 'left' | null;
  /** Whatever the page is: a preview. */
  everywhere: boolean;
  /** A number is opened. */
  onPress: (phone: string) => void;
}

export function WhatsAppButton({ button, chat, everywhere, onPress }: WhatsAppButtonProps) {
  const [open, setOpen] = useState(false);
  const path = usePath();
  const launcher = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const { contacts, color, position, label, greeting, places } = button;
  useEffect(() => {
    if (open) panel.current?.querySelector('a')?.focus();
  }, [open]);

  if (contacts.length === 0 || (!everywhere && !showsOn(places, path, isPhone()))) return null;
  const [only, ...others] = contacts as [Contact, ...Contact[]];
  const face = (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 21l1.65-3.8a9 9 0 1 1 3.4 2.9L3 21" />
        <path d="M9 10a.5.5 0 0 0 1 0V9a.5.5 0 0 0-1 0v1a5 5 0 0 0 5 5h1a.5.5 0 0 0 0-1h-1a.5.5 0 0 0 0 1" />
      </svg>
      {label && <span>{label}</span>}
    </>
  );
  const end = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    launcher.current?.focus();
  };
  const name = label ? undefined : 'Escríbenos por WhatsApp';
  return (
    <div
      class={`ours whatsapp ${position} ${chat === position ? 'above' : ''}`}
      ref={(element) => {
        element?.style.setProperty('--accent', color);
        element?.style.setProperty('--ink', inkOn(color));
      }}
    >
      {open && (
        <section class="panel" role="dialog" aria-label="WhatsApp" ref={panel} onKeyDown={end}>
          {greeting && <h2>{greeting}</h2>}
          <ul>
            {contacts.map((contact) => (
              <li key={contact.phone + contact.name}>
                <To contact={contact} onPress={onPress} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length === 0 && only.open ? (
        <a
          class="launcher"
          aria-label={name}
          href={hrefOf(only)}
          onClick={() => onPress(only.phone)}
          {...fresh(only)}
        >
          {face}
        </a>
      ) : (
        <button
          type="button"
          class="launcher"
          ref={launcher}
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          onKeyDown={end}
        >
          {face}
        </button>
      )}
    </div>
  );
}

function To({ contact, onPress }: { contact: Contact; onPress: (phone: string) => void }) {
  const { name, area, open, note } = contact;
  return (
    <a class="contact" href={hrefOf(contact)} onClick={() => onPress(contact.phone)} {...fresh(contact)}>
      <strong>{name}</strong>
      {area && <small>{area}</small>}
      <small class={open ? 'open' : 'closed'}>{note}</small>
    </a>
  );
}

const hrefOf = ({ phone, text }: Contact): string =>
  whatsappLink(phone, fillPage(text, { title: document.title, address: location.href }));

/** The address once more before it is pressed: sites of one page change their title behind the button. */
function fresh(contact: Contact) {
  const renew = ({ currentTarget }: { currentTarget: HTMLAnchorElement }) => {
    currentTarget.href = hrefOf(contact);
  };
  return { target: '_blank', rel: 'noopener noreferrer', onPointerEnter: renew, onFocus: renew };
}

/** The path of the page, followed through changes of the address. */
function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    // Browsers without the first hear of the way back alone.
    const history: EventTarget = (window as { navigation?: EventTarget }).navigation ?? window;
    const changes = ['currententrychange', 'popstate'];
    for (const change of changes) history.addEventListener(change, follow);
    return () => {
      for (const change of changes) history.removeEventListener(change, follow);
    };
  }, []);
  return path;
}

/** Whether WhatsApp opens as an app in the hand, not beside the page. */
const isPhone = (): boolean => /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent);
