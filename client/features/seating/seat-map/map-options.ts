import type { PlaceKind } from '#domain/tickets/places.ts'
import type { Point } from '../box.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import type { Scheme } from './draw/palette.ts'
import type { ViewLimits } from './input/view-limits.ts'

/** The place or sector under the mouse or tapped by a finger, and the point on the map for its tooltip. */
export type Hovered = {
  readonly place: number | undefined
  readonly sector: number
  /** Whether the map has only room for the sector's number. */
  readonly isNumbered: boolean
  readonly at: Point
}

/** The content of the map at its current scale. */
export type Drawn = {
  /** The sectors labelled with a number that is not part of their name. */
  readonly keyed: readonly number[]
  /** Whether seats are too small to be chosen. */
  readonly needsZoom: boolean
}

export type MapOptions = {
  readonly availability: SeatAvailability
  readonly theme: MapTheme
  /** The stage, screen or field, and its shape (width divided by height). */
  readonly focus: { readonly name: string; readonly shape: number }
  readonly onPlace: (index: number) => void
  /** Called when fingers touch the map elsewhere than on a place. Returns whether the map is about to grow. */
  readonly onTouch: () => boolean
  /** Called whenever these change. */
  readonly onViewLimits: (viewLimits: ViewLimits) => void
  readonly onHover: (hovered: Hovered | undefined) => void
  /** Called whenever these change. */
  readonly onDrawn: (drawn: Drawn) => void
}

/** The colour scheme, and the price classes and kinds of seats in full colour. An empty set means all of them. */
export type MapTheme = {
  readonly scheme: Scheme
  readonly shown: ReadonlySet<number>
  readonly kinds: ReadonlySet<PlaceKind>
}
