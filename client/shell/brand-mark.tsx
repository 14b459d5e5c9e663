/** Draws the logo: an arch with a lamp. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#7d1a3b" />
      <path d="M6 27V13a10 10 0 0 1 20 0v14h-4.5V13.5a5.5 5.5 0 0 0-11 0V27z" fill="#f3dfb4" />
      <circle cx="16" cy="24" r="3" fill="#f3dfb4" />
    </svg>
  )
}
