/** The two templates that a bot starts from, with what each brings. */
import { useQueries } from '@tanstack/react-query';
import { templateCatalogueCalls } from '../../../contract/calls/template-catalogue.ts';
import { TEMPLATES, type TemplateName } from '../../../contract/states.ts';
import { call } from '../../api/call.ts';
import { figure } from '../../ui/money.ts';
import { TemplateCards } from '../../ui/template-cards.tsx';
import classes from './bots.module.css';

export function TemplateChoice({
  value,
  onChange,
}: {
  value: TemplateName;
  onChange: (template: TemplateName) => void;
}) {
  const sections = useQueries({
    queries: TEMPLATES.map((templateName) => ({
      queryKey: ['template-sections', templateName],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(templateCatalogueCalls.templateSections, { params: { templateName }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const contents = (name: TemplateName) => {
    const found = sections[TEMPLATES.indexOf(name)]?.data;
    if (!found) return null;
    return (
      <>
        <small>
          {figure(found.reduce((sum, { intents }) => sum + intents, 0))} interacciones listas, que puedes
          cambiar después:
        </small>
        <span className={classes.sections}>
          {found.map(({ section_name, section_ui_name, intents }) => (
            <span key={section_name}>
              {section_ui_name} <b>{intents}</b>
            </span>
          ))}
        </span>
      </>
    );
  };
  return <TemplateCards value={value} onChange={onChange} more={contents} />;
}
