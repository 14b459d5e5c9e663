import type { PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import { boundsOf, type Box } from './box.ts'

/** The distance between a standing area and its sector's outline in seat distances. */
const INSET = 0.3

/** The limit that cuts off very sharp corners (a miter limit). */
const MITER_LIMIT = 0.2

/** The area of a standing place in plan units: its corners x, y, x, y, … and the box around them. */
export type StandingArea = { readonly outline: readonly number[]; readonly box: Box }

type Sectors = readonly { readonly outline: readonly number[]; readonly first: number; readonly end: number }[]

/** Returns the areas of standing places that are alone in an outlined sector. All others are drawn as their own box. */
export function standingAreasOf(plan: PlanColumns, sectors: Sectors, pitch: number): ReadonlyMap<number, StandingArea> {
  const areas = new Map<number, StandingArea>()
  for (const [at, { outline, rows }] of plan.sectors.entries()) {
    const sector = sectors[at]
    if (!sector || !outline || sector.end - sector.first !== 1 || rows[0]?.placeType !== 'STANDING') continue
    const inner = insetBy(sector.outline, pitch * INSET)
    areas.set(sector.first, { outline: inner, box: boundsOfOutline(inner) })
  }
  return areas
}

/** Moves every edge of an outline inwards. Returns the outline unchanged if nothing would be left. */
function insetBy(outline: readonly number[], by: number): readonly number[] {
  const area = areaOf(outline)
  const inwards = Math.sign(area) * by
  const moved = outline.flatMap((x, at) => {
    if (at % 2 === 1) return []
    const y = outline[at + 1] ?? 0
    const [before, after] = [normalOf(outline, at - 2), normalOf(outline, at)]
    const sharpness = Math.max(MITER_LIMIT, 1 + before.x * after.x + before.y * after.y)
    return [x + ((before.x + after.x) * inwards) / sharpness, y + ((before.y + after.y) * inwards) / sharpness]
  })
  return areaOf(moved) * Math.sign(area) > 0 ? moved : outline
}

/** Returns the normal of the edge that begins at a corner. */
function normalOf(outline: readonly number[], at: number) {
  const from = (at + outline.length) % outline.length
  const to = (from + 2) % outline.length
  const dx = (outline[to] ?? 0) - (outline[from] ?? 0)
  const dy = (outline[to + 1] ?? 0) - (outline[from + 1] ?? 0)
  const length = Math.hypot(dx, dy) || 1
  return { x: -dy / length, y: dx / length }
}

/** Returns the signed area: negative if the corners are in the opposite order. */
function areaOf(outline: readonly number[]): number {
  let area = 0
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length
    area += (outline[at] ?? 0) * (outline[next + 1] ?? 0) - (outline[next] ?? 0) * (outline[at + 1] ?? 0)
  }
  return area / 2
}

function boundsOfOutline(outline: readonly number[]): Box {
  return boundsOf(
    outline.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: outline[at + 1] ?? 0, width: 0, height: 0 }] : [])),
  )
}
