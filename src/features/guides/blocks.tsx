/** The blocks of a tutorial page. */
import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs';
import { Link } from '@tanstack/react-router';
import type { ContentBlock } from '../../../contract/entities/tutorial-page.ts';
import { usePlace } from '../../bot/place-context.ts';
import { RichText } from '../../ui/rich-text.tsx';
import classes from './guides.module.css';

/** Our own words, with the marks of messages. */
const READING = { dialect: 'markdown', labels: true } as const;

export function Blocks({ blocks }: { blocks: readonly ContentBlock[] }) {
  return blocks.map((block) => <BlockOf key={keyOf(block)} block={block} />);
}

const keyOf = (block: ContentBlock): string => JSON.stringify(block);

function BlockOf({ block }: { block: ContentBlock }) {
  switch (block.kind) {
    case 'text':
      return <RichText text={block.text} reading={READING} />;
    case 'steps':
      return (
        <ol className={classes.steps}>
          {block.steps.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      );
    case 'tip':
      return (
        <div className={classes.tip}>
          <IconBulb size={18} aria-hidden="true" />
          <RichText text={block.text} reading={READING} />
        </div>
      );
    case 'link':
      return <Go {...block} />;
  }
}

function Go({ to, label }: { to: string; label: string }) {
  const { bot } = usePlace().place;
  // The instructions need no account: their address says whose chat it is.
  const search = to === '/integration-install' ? { bot: bot.id, token: bot.token } : {};
  return (
    <Link to={to} search={search} className={classes.go}>
      {label}
    </Link>
  );
}
