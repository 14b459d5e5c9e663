import type { PlaceKind } from '#domain/tickets/places.ts'

/**
 * The symbols of special kinds as SVG paths to stroke, 16 by 16: a wheelchair, and one person more. A seat with a
 * restricted view has none: it is drawn as a ring.
 */
export const kindSymbols: Readonly<Partial<Record<PlaceKind, string>>> = {
  WHEELCHAIR: 'M6.8 3.2h.01M6.8 5.4v4.1h3.6l1.8 3.4M5.2 7.6a3.4 3.4 0 1 0 4.7 4.4',
  COMPANION: 'M2.8 8h4.4M5 5.8v4.4M9.6 6.2l2-1.4v6.6',
}
