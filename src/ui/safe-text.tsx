/** A message's text: plain, with its web addresses as links into a new window (spec §9). */
import { Fragment } from 'react';
import { textParts } from './linkify.ts';

export function SafeText({ text }: { text: string }) {
  return textParts(text).map((part) =>
    part.kind === 'link' ? (
      <a key={part.at} href={part.text} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ) : (
      <Fragment key={part.at}>{part.text}</Fragment>
    ),
  );
}
