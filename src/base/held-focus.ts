/**
 * A button that works (`loading`), or leads no further (the last page), is disabled by the library while it has the
 * focus. Browsers then give the focus to nobody: whoever works by keyboard or hears the page is thrown out of the form
 * by saving it, and a dialog that tells of the refusal has nowhere to give the focus back to. Here such a button stays
 * where the focus can be, says that it is disabled, and does nothing; once the focus leaves, it is as the library wants.
 */

/** What the library writes beside `disabled`, and takes away in the same moment. */
const REASONS = ['data-loading', 'data-disabled'];

const refuse = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Keeps the focus of one button, until it leaves or the button may be pressed again. */
function hold(button: HTMLButtonElement): void {
  const over = new AbortController();
  const { signal } = over;
  button.disabled = false;
  button.setAttribute('aria-disabled', 'true');
  // Sending its form by Enter in a field is a click on it, too.
  button.addEventListener('click', refuse, { capture: true, signal });
  const done = (disabled: boolean) => {
    over.abort();
    reasons.disconnect();
    button.removeAttribute('aria-disabled');
    button.disabled = disabled;
  };
  const reasons = new MutationObserver(() => {
    if (!REASONS.some((reason) => button.hasAttribute(reason))) done(false);
  });
  reasons.observe(button, { attributeFilter: REASONS });
  button.addEventListener('blur', () => done(true), { signal });
}

/** Begins to look after the focus of the whole page. @returns what ends it */
export function holdFocus(): () => void {
  // Told before the browser draws, which is when it takes the focus away.
  const disabled = new MutationObserver((changes) => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLButtonElement) || !activeElement.disabled) return;
    if (!REASONS.some((reason) => activeElement.hasAttribute(reason))) return;
    if (changes.some(({ target }) => target === activeElement)) hold(activeElement);
  });
  disabled.observe(document.body, { attributeFilter: ['disabled'], subtree: true });
  return () => disabled.disconnect();
}
