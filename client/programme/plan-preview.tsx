import type { SeatingPlanSummary } from '#contract/seating.ts'
import classes from './plan-preview.module.css'

const texts = { closed: 'closed', percent: (percent: number) => `${percent} %` }

/** A sector. `points` are the middles of its seats: x, y, x, y, … in percent of the plan. */
type Sector = Omit<SeatingPlanSummary['sectors'][number], 'id'> & { readonly points?: readonly number[] }

type Plan = Pick<SeatingPlanSummary, 'aspect' | 'focalPoint'> & { readonly sectors: readonly Sector[] }

const HEIGHT = 100

export type PlanPreviewProps = {
  readonly plan: Plan
  /** Whether the names and prices of the sectors stand below. */
  readonly hasList?: boolean
}

/** Draws the sectors of a seating plan, the seats if they are known, and lists the prices in percent. */
export function PlanPreview({ plan, hasList = true }: PlanPreviewProps) {
  return (
    <div className={classes['preview']}>
      <svg viewBox={`0 0 ${HEIGHT * plan.aspect} ${HEIGHT}`} className={classes['plan']} aria-hidden>
        {plan.sectors.map((sector) => (
          <polygon
            key={sector.name}
            points={cornersOf(sector, plan.aspect)}
            className={classes['sector']}
            data-is-closed={!sector.isAvailable || undefined}
          />
        ))}
        {plan.sectors.map(({ name, points = [] }) => (
          <path key={name} d={dotsAt(points, plan.aspect)} className={classes['seats']} />
        ))}
        <circle cx={plan.focalPoint.x * plan.aspect} cy={plan.focalPoint.y} r="2" className={classes['stage']} />
      </svg>
      {hasList && (
        <ul className={classes['sectors']}>
          {plan.sectors.map(({ name, isAvailable, pricePercent }) => (
            <li key={name} className={classes['name']}>
              {name} <span>{isAvailable ? texts.percent(pricePercent) : texts.closed}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns the corners of a sector in hundredths of the plan's height. */
function cornersOf({ x, y, width, height, outline }: Sector, aspect: number): string {
  const corners = outline ?? [0, 0, 100, 0, 100, 100, 0, 100]
  return corners
    .map((corner, at) => (at % 2 === 0 ? (x + (corner * width) / 100) * aspect : y + (corner * height) / 100))
    .map((corner) => corner.toFixed(2))
    .join(' ')
}

/** Writes a path of dots at points, in hundredths of the plan's height. */
function dotsAt(points: readonly number[], aspect: number): string {
  let path = ''
  for (let at = 0; at < points.length; at += 2) {
    path += `M${((points[at] ?? 0) * aspect).toFixed(2)} ${(points[at + 1] ?? 0).toFixed(2)}h0`
  }
  return path
}
