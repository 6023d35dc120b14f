/** The product's mark: a speech bubble with a wave, in the accent colour. Decorative: the name stands beside it. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--accent)"
        d="M8 3h16a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-7.2l-6.3 5.2A1 1 0 0 1 9 28.4V24H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z"
      />
      <path
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        d="M9.5 13.5c1.6-2.6 3.7-2.6 5.2 0s3.700 2.600 5.200 0 2-2.200 2.800-2.400"
      />
    </svg>
  );
}
