import type { PlaceKind } from '#domain/tickets/places.ts'

const words: Readonly<Record<PlaceKind, RegExp>> = {
  WHEELCHAIR: /wheelchair|rollstuhl/iu,
  COMPANION: /companion|begleit/iu,
  RESTRICTED_VIEW: /(?:restricted|obstructed|limited)[ _-]?view|sichtbehinder/iu,
}

/** Returns the kind of seats that a category, a type or an attribute names: "Wheelchair companion" is a companion's. */
export function kindNamed(text: string): PlaceKind | undefined {
  return (['COMPANION', 'WHEELCHAIR', 'RESTRICTED_VIEW'] as const).find((kind) => words[kind].test(text))
}
