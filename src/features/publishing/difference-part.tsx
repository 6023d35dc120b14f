/** 'Qué cambia' of /preview: the draft beside what customers get. */
import { Section } from '../../ui/screen.tsx';
import { DraftDifference } from './draft-difference.tsx';
import { ToInteractions } from './to-interactions.tsx';

export default function DifferencePart({ botId }: { botId: number }) {
  return (
    <Section
      id="diferencia"
      title="Qué cambia al publicar"
      lead="Lo que hoy ven tus clientes, y lo que verán."
    >
      <DraftDifference botId={botId} next={<ToInteractions />} />
    </Section>
  );
}
