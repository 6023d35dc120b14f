/** The numbers that visitors may choose, in their order. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import {
  WHATSAPP_BUTTON_LIMITS,
  type WhatsAppButtonSettings,
} from '../../../contract/entities/whatsapp-button.ts';
import { phoneText, readPhone } from '../../../contract/rules/phone.ts';
import { AREAS } from '../../../contract/states.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
import type { ContactFields } from './button-fields.ts';
import classes from './whatsapp-button.module.css';

interface ContactsProps {
  contacts: ContactFields[];
  /** The numbers whose conversations come to the inbox. */
  connected: WhatsAppButtonSettings['connected'];
  /** By `contacts`, `contacts.{id}.name`, `contacts.{id}.phone`. */
  faults: Record<string, string>;
  disabled: boolean;
  onChange: (contacts: ContactFields[]) => void;
}

export function Contacts({ contacts, connected, faults, disabled, onChange }: ContactsProps) {
  const put = (id: string, part: Partial<ContactFields>) =>
    onChange(contacts.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const add = () => {
    const first = connected.find(({ phone }) => contacts.every((one) => readPhone(one.phone) !== phone));
    onChange([
      ...contacts,
      {
        id: crypto.randomUUID(),
        name: first?.name ?? '',
        phone: first ? phoneText(first.phone) : '',
        area: null,
        text: 'Hola, les escribo desde {pagina}.',
      },
    ]);
  };
  return (
    <fieldset className={classes.contacts} disabled={disabled}>
      <legend>Números</legend>
      {contacts.length === 0 ? (
        <p className={classes.quiet}>
          Todavía no hay números. Agrega el primero para poder mostrar el botón.
        </p>
      ) : (
        <SortableList
          label="Números"
          items={contacts.map((contact) => ({ key: contact.id, contact }))}
          nameOf={({ contact }) => contact.name || phoneText(contact.phone) || 'número sin nombre'}
          disabled={disabled}
          onOrder={(items) => onChange(items.map(({ contact }) => contact))}
        >
          {({ contact }, place) => (
            <Contact
              of={contact}
              place={place + 1}
              connected={connected}
              faults={faults}
              onPut={(part) => put(contact.id, part)}
              onRemove={() => onChange(contacts.filter(({ id }) => id !== contact.id))}
            />
          )}
        </SortableList>
      )}
      {faults['contacts'] ? (
        <p role="alert" className={classes.error}>
          {faults['contacts']}
        </p>
      ) : null}
      {disabled || contacts.length >= WHATSAPP_BUTTON_LIMITS.contacts ? null : (
        <div>
          <Button variant="default" size="xs" onClick={add}>
            Agregar número
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ContactProps {
  of: ContactFields;
  place: number;
  connected: WhatsAppButtonSettings['connected'];
  faults: Record<string, string>;
  onPut: (part: Partial<ContactFields>) => void;
  onRemove: () => void;
}

function Contact({ of: contact, place, connected, faults, onPut, onRemove }: ContactProps) {
  const numbers = useId();
  const read = readPhone(contact.phone);
  const ours = connected.some(({ phone }) => phone === read);
  return (
    <div className={classes.contact}>
      <div className={classes.pair}>
        <TextInput
          label={`Nombre, número ${place}`}
          placeholder="Ventas"
          maxLength={WHATSAPP_BUTTON_LIMITS.name}
          value={contact.name}
          error={faults[`contacts.${contact.id}.name`]}
          onChange={(event) => onPut({ name: event.currentTarget.value })}
        />
        <TextInput
          label={`Teléfono, número ${place}`}
          placeholder="+56 9 1234 5678"
          type="tel"
          list={numbers}
          value={contact.phone}
          error={faults[`contacts.${contact.id}.phone`]}
          onChange={(event) => onPut({ phone: event.currentTarget.value })}
        />
        <datalist id={numbers}>
          {connected.map(({ name, phone }) => (
            <option key={phone} value={phoneText(phone)} label={name} />
          ))}
        </datalist>
        <NativeSelect
          label={`Horario, número ${place}`}
          value={contact.area ?? ''}
          data={[
            { value: '', label: 'El del chatbot' },
            ...AREAS.map((area) => ({ value: area, label: `El del área ${area}` })),
          ]}
          onChange={(event) =>
            onPut({ area: AREAS.find((area) => area === event.currentTarget.value) ?? null })
          }
        />
      </div>
      <Textarea
        label={`Texto ya escrito, número ${place} (opcional)`}
        description="{pagina} es el título de la página y {direccion} su dirección."
        rows={2}
        maxLength={WHATSAPP_BUTTON_LIMITS.text}
        value={contact.text}
        onChange={(event) => onPut({ text: event.currentTarget.value })}
      />
      <div className={classes.contactFoot}>
        <p className={classes.quiet}>
          {read === null
            ? ''
            : ours
              ? 'Conectado: lo que te escriban llega a tu bandeja.'
              : 'No está conectado: lo que te escriban llega a ese teléfono, no a tu bandeja.'}
        </p>
        <Button variant="subtle" size="xs" onClick={onRemove}>
          Quitar número {place}
        </Button>
      </div>
    </div>
  );
}
