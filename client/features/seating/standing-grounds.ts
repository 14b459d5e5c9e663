import type { PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import { boundsOf, type Box } from './box.ts'

/** How far within the outline of its sector, in seats' distances, room to stand is framed. */
const INSET = 0.3

/** An edge that turns back more sharply than this is cut off. */
const SHARPEST = 0.2

/** The ground that room to stand is drawn on, in plan units: its corners x, y, x, y, … and the box around them. */
export type StandingGround = { readonly outline: readonly number[]; readonly box: Box }

type Sectors = readonly { readonly outline: readonly number[]; readonly first: number; readonly end: number }[]

/** The grounds of standing places that have an outlined sector to themselves. All others are drawn as their own box. */
export function standingGroundsOf(
  plan: PlanColumns,
  sectors: Sectors,
  pitch: number,
): ReadonlyMap<number, StandingGround> {
  const grounds = new Map<number, StandingGround>()
  for (const [at, { outline, rows }] of plan.sectors.entries()) {
    const sector = sectors[at]
    if (!sector || !outline || sector.end - sector.first !== 1 || rows[0]?.placeType !== 'STANDING') continue
    const within = insetBy(sector.outline, pitch * INSET)
    grounds.set(sector.first, { outline: within, box: boundsOfOutline(within) })
  }
  return grounds
}

/** An outline with every edge moved inwards; unmoved where nothing would be left of it. */
function insetBy(outline: readonly number[], by: number): readonly number[] {
  const area = areaOf(outline)
  const inwards = Math.sign(area) * by
  const moved = outline.flatMap((x, at) => {
    if (at % 2 === 1) return []
    const y = outline[at + 1] ?? 0
    const [before, after] = [normalOf(outline, at - 2), normalOf(outline, at)]
    const sharpness = Math.max(SHARPEST, 1 + before.x * after.x + before.y * after.y)
    return [x + ((before.x + after.x) * inwards) / sharpness, y + ((before.y + after.y) * inwards) / sharpness]
  })
  return areaOf(moved) * Math.sign(area) > 0 ? moved : outline
}

/** The direction across the edge that begins at a corner. */
function normalOf(outline: readonly number[], at: number) {
  const from = (at + outline.length) % outline.length
  const to = (from + 2) % outline.length
  const dx = (outline[to] ?? 0) - (outline[from] ?? 0)
  const dy = (outline[to + 1] ?? 0) - (outline[from + 1] ?? 0)
  const length = Math.hypot(dx, dy) || 1
  return { x: -dy / length, y: dx / length }
}

/** Below 0 where the corners go round the other way. */
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
