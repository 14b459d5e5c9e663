import type { PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import type { Box } from './box.ts'

/** Every plan is this high in plan units; its aspect says how wide. */
export const PLAN_HEIGHT = 1000

/** Centre and size of places, in plan units. */
type LaidPlaces = Pick<PlanColumns, 'x' | 'y' | 'widths' | 'heights'>

type Seats = { readonly first: number; readonly end: number }

/** Turns the percentages of all places into plan units. */
export function layPlaces(plan: PlanColumns): LaidPlaces {
  const newColumn = () => new Float32Array(plan.count)
  const laid = { x: newColumn(), y: newColumn(), widths: newColumn(), heights: newColumn() }
  const whole = { x: 0, y: 0, width: PLAN_HEIGHT * plan.aspect, height: PLAN_HEIGHT }
  for (const sector of plan.sectors) {
    const box = boxIn(whole, sector)
    const [across, down] = [box.width / 100, box.height / 100]
    for (let at = sector.rows[0]?.first ?? 0, end = sector.rows.at(-1)?.end ?? 0; at < end; at++) {
      laid.x[at] = box.x + (plan.x[at] ?? 0) * across
      laid.y[at] = box.y + (plan.y[at] ?? 0) * down
      laid.widths[at] = (plan.widths[at] ?? 0) * across
      laid.heights[at] = (plan.heights[at] ?? 0) * down
    }
  }
  return laid
}

/** The way from the first to the last seat of a row. */
export function chordOf({ x, y }: LaidPlaces, { first, end }: Seats): readonly [x: number, y: number] {
  return [(x[end - 1] ?? 0) - (x[first] ?? 0), (y[end - 1] ?? 0) - (y[first] ?? 0)]
}

/** The distance between the first two neighbours of each row that has them. */
export function spacingsIn(places: LaidPlaces, rows: readonly Seats[]): number[] {
  return rows
    .filter(({ first, end }) => end - first > 1)
    .map(({ first }) => Math.hypot(...chordOf(places, { first, end: first + 2 })))
    .filter((spacing) => spacing > 0)
}

/** A box told in percent of another. */
export function boxIn(whole: Box, percent: Box): Box {
  return {
    x: whole.x + (percent.x / 100) * whole.width,
    y: whole.y + (percent.y / 100) * whole.height,
    width: (percent.width / 100) * whole.width,
    height: (percent.height / 100) * whole.height,
  }
}

/** The corners of a sector in plan units: its box where it has no outline. */
export function outlineIn(box: Box, percents: readonly number[] | null): number[] {
  const corners = percents && percents.length >= 6 ? percents : [0, 0, 100, 0, 100, 100, 0, 100]
  return corners.map((percent, at) =>
    at % 2 === 0 ? box.x + (percent / 100) * box.width : box.y + (percent / 100) * box.height,
  )
}
