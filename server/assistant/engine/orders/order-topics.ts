/** The templates' interactions about where an order is: where a shop is connected it is asked in their place. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  ecommerce: ['seguimiento_pedido', 'pedido_atrasado'],
};

/** An owner's own interaction is none, whatever its name. */
export const isOrderTopic = ({ name, template }: { name: string; template?: string | undefined }): boolean =>
  template !== undefined && (TOPICS[template]?.includes(name) ?? false);
