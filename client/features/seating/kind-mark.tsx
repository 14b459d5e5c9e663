import type { PlaceKind } from '#domain/tickets/places.ts'
import { kindSymbols } from './kind-symbols.ts'

type Props = { readonly kind: PlaceKind; readonly colour?: string; readonly ink?: string }

/** The mark of a special kind of seats, as the map draws it. To be placed in an SVG of 16 by 16. */
export function KindMark({ kind, colour = 'currentColor', ink = 'var(--mantine-color-body)' }: Props) {
  const symbol = kindSymbols[kind]
  if (!symbol) return <circle cx="8" cy="8" r="5.75" fill="none" stroke={colour} strokeWidth="2.5" />
  return (
    <>
      <rect x="0.5" y="0.5" width="15" height="15" rx="3.5" fill={colour} />
      <path d={symbol} fill="none" stroke={ink} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </>
  )
}
