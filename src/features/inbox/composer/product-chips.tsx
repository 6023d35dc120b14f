/** The products that the next reply shows. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import plain from '../../../ui/plain-button.module.css';
import { toggleProduct, useChosenProducts } from './chosen-products.ts';
import classes from './product-picker.module.css';

export default function ProductChips({ conversationId }: { conversationId: string }) {
  const chosen = useChosenProducts(conversationId);
  return (
    <ul className={classes.chosen} aria-label="Productos del mensaje">
      {chosen.map((product) => (
        <li key={product.id}>
          <bdi>{product.title}</bdi>
          <button
            type="button"
            className={plain.remove}
            aria-label={`Quitar ${product.title}`}
            onClick={() => toggleProduct(conversationId, product)}
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
