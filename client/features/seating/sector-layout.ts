import type { PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import type { Box } from './box.ts'

/** The height of every plan in plan units. Its aspect gives the width. */
export const PLAN_HEIGHT = 1000

/** Centres and sizes of places in plan units. */
type PlaceColumns = Pick<PlanColumns, 'x' | 'y' | 'widths' | 'heights'>

type Seats = { readonly first: number; readonly end: number }

/** Converts the percentages of all places to plan units. */
export function placesInPlanUnits(plan: PlanColumns): PlaceColumns {
  const newColumn = () => new Float32Array(plan.count)
  const columns = { x: newColumn(), y: newColumn(), widths: newColumn(), heights: newColumn() }
  const whole = { x: 0, y: 0, width: PLAN_HEIGHT * plan.aspect, height: PLAN_HEIGHT }
  for (const sector of plan.sectors) {
    const box = boxIn(whole, sector)
    const [across, down] = [box.width / 100, box.height / 100]
    for (let at = sector.rows[0]?.first ?? 0, end = sector.rows.at(-1)?.end ?? 0; at < end; at++) {
      columns.x[at] = box.x + (plan.x[at] ?? 0) * across
      columns.y[at] = box.y + (plan.y[at] ?? 0) * down
      columns.widths[at] = (plan.widths[at] ?? 0) * across
      columns.heights[at] = (plan.heights[at] ?? 0) * down
    }
  }
  return columns
}

/** Returns the vector from the first to the last seat of a row. */
export function chordOf({ x, y }: PlaceColumns, { first, end }: Seats): readonly [x: number, y: number] {
  return [(x[end - 1] ?? 0) - (x[first] ?? 0), (y[end - 1] ?? 0) - (y[first] ?? 0)]
}

/** Returns the distance between the first two seats of each row that has two. */
export function spacingsIn(places: PlaceColumns, rows: readonly Seats[]): number[] {
  return rows
    .filter(({ first, end }) => end - first > 1)
    .map(({ first }) => Math.hypot(...chordOf(places, { first, end: first + 2 })))
    .filter((spacing) => spacing > 0)
}

/** Converts a box from percent of another one. */
export function boxIn(whole: Box, percent: Box): Box {
  return {
    x: whole.x + (percent.x / 100) * whole.width,
    y: whole.y + (percent.y / 100) * whole.height,
    width: (percent.width / 100) * whole.width,
    height: (percent.height / 100) * whole.height,
  }
}

/** Returns the corners of a sector in plan units: those of its box if it has no outline. */
export function outlineIn(box: Box, percents: readonly number[] | null): number[] {
  const corners = percents && percents.length >= 6 ? percents : [0, 0, 100, 0, 100, 100, 0, 100]
  return corners.map((percent, at) =>
    at % 2 === 0 ? box.x + (percent / 100) * box.width : box.y + (percent / 100) * box.height,
  )
}
