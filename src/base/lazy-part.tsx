/**
 * Parts of a screen that load when they are wanted: dialogs, menus, panels. One that can't be loaded (docs/product.md §8: not
 * within 120 s) says so in its own place, or in the corner where it has none, and offers a reload; what stands on the
 * screen, and is being typed there, stays. Every `import()` of the client goes through here or `lazy-screen.ts`.
 */
import { Button } from '@mantine/core';
import {
  Component,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { afterFirstContent } from './first-content.ts';
import classes from './lazy-part.module.css';
import { loadChunk } from './lazy-screen.ts';
import { loadedAhead } from './load-ahead.ts';

type Phase = 'fine' | 'failed' | 'hidden';
/** Where a part that can't be loaded says so: where it would have stood, or in the corner (dialogs, what stands in a row). */
type Place = 'in-place' | 'corner';

interface PartBoundaryProps {
  place: Place;
  /** Which of many of one kind (the tools of every note) says it in the corner: one is enough. */
  told: { by: object | null };
  children: ReactNode;
}

/** Catches the failure of the part inside it. */
class PartBoundary extends Component<PartBoundaryProps, { phase: Phase }> {
  override state: { phase: Phase } = { phase: 'fine' };

  static getDerivedStateFromError(): { phase: Phase } {
    return { phase: 'failed' };
  }

  override componentDidCatch(error: unknown): void {
    console.error('A part of the screen failed.', error);
    const { place, told } = this.props;
    if (place === 'in-place') return;
    if (told.by === null) told.by = this;
    else this.setState({ phase: 'hidden' });
  }

  override componentWillUnmount(): void {
    const { told } = this.props;
    if (told.by === this) told.by = null;
  }

  override render(): ReactNode {
    const { phase } = this.state;
    const { place, children } = this.props;
    if (phase === 'fine') return children;
    if (phase === 'hidden') return null;
    return (
      <div role="alert" className={classes.failed} data-place={place}>
        <p>
          <strong>No pudimos cargar esta parte.</strong> Puede que haya una versión nueva o que la conexión
          haya fallado. Tus borradores están a salvo.
        </p>
        <Button size="xs" onClick={() => location.reload()}>
          Recargar
        </Button>
        {place === 'corner' ? (
          <Button size="xs" variant="default" onClick={() => this.setState({ phase: 'hidden' })}>
            Ahora no
          </Button>
        ) : null}
      </div>
    );
  }
}

type Load<P> = () => Promise<{ default: FunctionComponent<P> }>;

interface ShownPartProps<P> {
  /** The part, where it is there already. */
  there: () => ComponentType<P> | null;
  load: () => Promise<ComponentType<P>>;
  fallback: ReactNode;
  given: P;
}

/** The same component for as long as it is shown, whatever comes meanwhile. */
function ShownPart<P extends object>({ there, load, fallback, given }: ShownPartProps<P>) {
  const [Part, setPart] = useState(there);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (Part) return;
    let wanted = true;
    load().then(
      (part) => wanted && setPart(() => part),
      (error: unknown) => wanted && setFailure({ error }),
    );
    return () => {
      wanted = false;
    };
  }, [Part, load]);
  if (failure) throw failure.error;
  return Part ? <Part {...given} /> : fallback;
}

/**
 * A component whose code comes with its first rendering, or before it (`loadAhead` with the same function): then it is
 * shown at once. It waits by itself, not by React's own lazy: that one leaves a fallback standing for a third of a
 * second, however soon the code comes.
 * @param fallback what keeps its place until it is there
 * @param place where it says that it can't be loaded; the screen around it stays in either case
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  fallback: ReactNode = null,
  place: Place = 'corner',
): FunctionComponent<P> {
  const told: PartBoundaryProps['told'] = { by: null };
  let came: ComponentType<P> | null = null;
  const there = () => came ?? loadedAhead(load)?.default ?? null;
  const loaded = async () => {
    came = (await loadChunk(load)).default;
    return came;
  };
  return (props: P) => (
    <PartBoundary place={place} told={told}>
      <Suspense fallback={fallback}>
        <ShownPart there={there} load={loaded} fallback={fallback} given={props} />
      </Suspense>
    </PartBoundary>
  );
}

/** The same for what stands around a screen's content: its code comes once that is painted (first-content.ts). */
export const laterPart: typeof lazyPart = (load, fallback, place) =>
  lazyPart(() => afterFirstContent().then(load), fallback, place);
