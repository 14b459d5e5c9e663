import type { Figures } from './measure-map.ts'
import type { VenueSize } from './venues.ts'

type Goals = Record<keyof Figures, number>

const always = { hit: 0.1, changes: 40, elements: 60 }

/** The maximum of each figure on a phone four times slower than the machine. */
export const goals: Record<VenueSize, Goals> = {
  500: { firstPaint: 120, wire: 3, pan: 17, zoom: 17, ...always },
  5_000: { firstPaint: 180, wire: 5, pan: 17, zoom: 34, ...always },
  20_000: { firstPaint: 230, wire: 10, pan: 34, zoom: 50, ...always },
  100_000: { firstPaint: 250, wire: 25, pan: 34, zoom: 50, ...always },
}

/** The goals of a venue with each seat placed by hand: only the bytes may be more. */
export const goalsByHand: Goals = { ...goals[100_000], wire: 260 }

export const labels: Record<keyof Figures, string> = {
  firstPaint: 'first paint once the bytes are there, ms',
  wire: 'plan and state over the wire, gzip kB',
  pan: 'frame while panning, p95, ms',
  zoom: 'frame while zooming, p95, ms',
  hit: 'a move of the mouse, hit test included, ms',
  changes: '200 changed seats painted, ms',
  elements: 'DOM elements of the map',
}
