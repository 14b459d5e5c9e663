import { selection } from 'd3-selection'

// The map flies by itself (`ViewControl.flyTo`), so what d3-zoom brings along for its own flights never runs. The build
// puts this file in the place of d3-transition and d3-interpolate: 10 kB that nobody fetches.

export function interrupt(): void {
  // Nothing is under way that could be stopped.
}

export function interpolateZoom(): never {
  throw new Error('The map flies by itself')
}

Object.assign(selection.prototype, {
  interrupt<Self>(this: Self): Self {
    return this
  },
})
