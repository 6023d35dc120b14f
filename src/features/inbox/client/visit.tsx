/** Where a web visitor is: their page now, where they came from, with what, and how often. As their browser says it. */
import { useQuery } from '@tanstack/react-query';
import { visitCalls } from '../../../../contract/calls/visits.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Visit } from '../../../../contract/entities/visit.ts';
import { deviceText } from '../../../../contract/rules/device.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { cityOfZone } from '../../../../contract/rules/time-zone.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMessages } from '../../../hub/hooks.ts';
import { dateTimeText } from '../../../ui/dates.ts';
import { figure } from '../../../ui/money.ts';
import { useServerNow } from '../../../ui/use-now.ts';
import { ListError } from '../list/list-states.tsx';
import classes from './client-panel.module.css';

const LANGUAGES = { en: 'inglés', pt: 'portugués' } as const;

export default function VisitPart({ card }: { card: Conversation }) {
  const view = useMessages(card.bot_id, card.id);
  const moves = view?.moves ?? 0;
  const found = useQuery({
    // Another number: they are on another page.
    queryKey: ['visit', card.id, moves],
    queryFn: ({ signal }) => call(visitCalls.visit, { params: { id: card.id }, signal }),
    staleTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[1] === card.id ? before : undefined),
  });
  if (found.error && !found.data)
    return (
      <ListError
        message={`No pudimos cargar la visita. ${sentence(found.error)}`}
        onRetry={() => void found.refetch()}
      />
    );
  const visit = found.data?.visit;
  const language = found.data?.language;
  // A stranger's browser may say nothing, and the bot's owner may not want to know.
  return (
    <>
      {language && language !== 'es' ? (
        <p className={classes.visit}>Su chat está en {LANGUAGES[language]}.</p>
      ) : null}
      {visit ? <Facts visit={visit} here={view?.online ?? card.isUserOnline} /> : null}
    </>
  );
}

function Facts({ visit, here }: { visit: Visit; here: boolean }) {
  const now = useServerNow();
  const city = visit.zone === null ? null : cityOfZone(visit.zone);
  return (
    <section className={classes.visit} aria-labelledby="client-visit">
      <h3 id="client-visit">En tu sitio</h3>
      <dl>
        {visit.page ? (
          <div>
            <dt>{here ? 'Página actual' : 'Última página'}</dt>
            <dd>
              <PageLink address={visit.page} />
            </dd>
          </div>
        ) : null}
        {visit.referrer ? (
          <div>
            <dt>Llegó desde</dt>
            <dd>
              <PageLink address={visit.referrer} />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Dispositivo</dt>
          <dd>{deviceText(visit.device)}</dd>
        </div>
        {visit.zone && city ? (
          <div>
            <dt>Ciudad (por su zona horaria)</dt>
            <dd>
              {city}, allá son las {clockIn(visit.zone, now)}
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Visitas</dt>
          <dd>
            {figure(visit.visits)}
            <small>
              {here ? '' : ` · la última el ${dateTimeText(visit.seen_at)}`}
              {visit.visits > 1 ? ` · la primera el ${dateTimeText(visit.first_at)}` : ''}
            </small>
          </dd>
        </div>
      </dl>
    </section>
  );
}

const clockIn = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('es-CL', { timeZone, hour: '2-digit', minute: '2-digit', hour12: false }).format(
    now,
  );

/** A page of somebody else, named by them: it learns nothing of the inbox when it is opened. */
function PageLink({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" title={address}>
      <bdi>{readable(address)}</bdi>
    </a>
  );
}

/** Without 'https://' and the last slash; words as they are, but nothing in them that turns or hides. */
function readable(address: string): string {
  const short = address.replace(/^https?:\/\//, '').replace(/\/$/, '');
  try {
    return plainLine(decodeURI(short));
  } catch (error) {
    if (error instanceof URIError) return short;
    throw error;
  }
}
