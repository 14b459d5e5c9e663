import { MAX_PRICE_CLASSES } from '#client/features/seating/price-classes.ts'

export type Scheme = 'light' | 'dark'

/** The appearances of a seat that is not free. A free seat appears in its price class. */
export const TAKEN = MAX_PRICE_CLASSES
export const CLOSED = MAX_PRICE_CLASSES + 1

/**
 * The colours of the map. Indexed by price class: `seats`, `seatInks` (their numbers), `sectors` (the ground below
 * them), `areas` (sectors seen from afar) and `areaInks` (their labels).
 */
export type Palette = {
  readonly surface: string
  readonly ink: string
  readonly dim: string
  readonly line: string
  readonly seats: readonly string[]
  readonly seatInks: readonly string[]
  readonly sectors: readonly string[]
  readonly areas: readonly string[]
  readonly areaInks: readonly string[]
  readonly taken: string
  readonly closed: string
  readonly hatch: string
  readonly mine: string
  readonly mineInk: string
  readonly focus: string
}

// Each ramp gets steadily darker (lighter in the dark scheme) towards the dearer class, so it also works in grey.
const ramps = {
  light: ['#049a7c', '#09848f', '#006c97', '#234c9d', '#3b2c83', '#3f035c'],
  dark: ['#9777cd', '#8494eb', '#68b2fb', '#40d1f7', '#4dece4', '#99ffd3'],
} as const

const baseColours = {
  light: {
    surface: '#f4eee8',
    ink: '#2a2320',
    dim: '#645952',
    line: '#d3c8bf',
    taken: '#b3a69e',
    closed: '#ebe4dd',
    hatch: '#cfc4bb',
    mine: '#d9480f',
    mineInk: '#ffffff',
    focus: '#e2d8cf',
  },
  dark: {
    surface: '#1b151a',
    ink: '#f3ecea',
    dim: '#b3a6a5',
    line: '#4d4045',
    taken: '#6a5d62',
    closed: '#231c21',
    hatch: '#453a40',
    mine: '#ff922b',
    mineInk: '#1a1013',
    focus: '#352a30',
  },
} as const

// The share of the seats' colour in the ground below them, and in a sector seen from afar: full colours would glare.
const sectorColours = {
  light: { colour: '#ffffff', tint: 0.1, area: 0.82 },
  dark: { colour: '#2c2329', tint: 0.13, area: 0.62 },
} as const

/** The share of its colour that a price class keeps while it is filtered out. */
const FADED_SHARE = 0.22

/** The price classes in full colour, for `paletteOf`, if none is. */
export const NO_CLASS: ReadonlySet<number> = new Set([-1])

/** Returns the colours of price classes. The dearest has the last colour of the ramp. Fades those not `shown`. */
export function paletteOf(scheme: Scheme, priceClasses: number, shown: ReadonlySet<number> = new Set()): Palette {
  const palette = fullPalette(scheme, priceClasses)
  if (shown.size === 0) return palette
  const { surface, dim } = palette
  const unless = (isShown: boolean, colour: string, share: number) => (isShown ? colour : mixed(surface, colour, share))
  return {
    ...palette,
    seats: palette.seats.map((colour, at) => unless(shown.has(at), colour, FADED_SHARE)),
    seatInks: palette.seatInks.map((colour, at) => (shown.has(at) ? colour : dim)),
    sectors: palette.sectors.map((colour, at) => unless(shown.has(at), colour, FADED_SHARE)),
    areas: palette.areas.map((colour, at) => unless(shown.has(at), colour, FADED_SHARE)),
    areaInks: palette.areaInks.map((colour, at) => (shown.has(at) ? colour : dim)),
  }
}

function fullPalette(scheme: Scheme, priceClasses: number): Palette {
  const ramp = ramps[scheme]
  const { colour, tint, area } = sectorColours[scheme]
  const step = (priceClass: number) =>
    priceClasses <= 1 ? 2 : Math.round((priceClass * (ramp.length - 1)) / (priceClasses - 1))
  const seats = Array.from({ length: Math.max(1, priceClasses) }, (_, at) => ramp[step(at)] ?? ramp[0])
  const areas = seats.map((seat) => mixed(colour, seat, area))
  return {
    ...baseColours[scheme],
    seats,
    seatInks: seats.map(inkOn),
    sectors: seats.map((seat) => mixed(colour, seat, tint)),
    areas,
    areaInks: areas.map(inkOn),
  }
}

/** Returns black or white, whichever is easier to read on a colour. */
function inkOn(colour: string): string {
  return luminance(colour) > 0.179 ? '#000000' : '#ffffff'
}

/** Relative luminance, 0 to 1, of a colour written as #rrggbb. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue, 0 to 255, of a colour written as #rrggbb. */
export function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function mixed(background: string, colour: string, share: number): string {
  const colours = channelsOf(colour)
  const channels = channelsOf(background).map((channel, at) => channel + ((colours[at] ?? 0) - channel) * share)
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
