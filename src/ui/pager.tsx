/** Pages of a list: five in sight (docs/product.md §9), with names in Spanish. */
import { Pagination } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Pagination.layer.css';

const CONTROLS = {
  first: 'Primera página',
  previous: 'Página anterior',
  next: 'Página siguiente',
  last: 'Última página',
};

export function Pager({
  page,
  pages,
  onPage,
  label,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** What is paged: 'Páginas de agentes'. */
  label: string;
}) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label}>
      <Pagination
        total={pages}
        value={page}
        onChange={onPage}
        siblings={1}
        boundaries={1}
        mt="md"
        getItemProps={(item) => ({ 'aria-label': `Página ${item}` })}
        getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
      />
    </nav>
  );
}
