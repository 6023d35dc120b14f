/** How a customer is called on cards: by name, else by what is known of them, else as one visitor among others. */
export function leadName(lead: {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
}): string {
  return lead.name ?? lead.email ?? lead.phone ?? `Visitante ${lead.id.slice(-4).toUpperCase()}`;
}
