import type { PlanOfList } from './programme-admin.queries.ts'
import { texts } from './programme-admin.texts.ts'
import classes from './plan-preview.module.css'

type Sector = PlanOfList['sectors'][number]

const HEIGHT = 100

/** Draws the sectors of a seating plan and their prices in percent. */
export function PlanPreview({ plan }: { readonly plan: PlanOfList }) {
  return (
    <div className={classes['preview']}>
      <svg viewBox={`0 0 ${HEIGHT * plan.aspect} ${HEIGHT}`} className={classes['plan']} aria-hidden>
        {plan.sectors.map((sector) => (
          <polygon
            key={sector.id}
            points={cornersOf(sector, plan.aspect)}
            className={classes['sector']}
            data-is-closed={!sector.isAvailable || undefined}
          />
        ))}
        <circle cx={plan.focalPoint.x * plan.aspect} cy={plan.focalPoint.y} r="2" className={classes['stage']} />
      </svg>
      <ul className={classes['sectors']}>
        {plan.sectors.map(({ id, name, isAvailable, pricePercent }) => (
          <li key={id} className={classes['name']}>
            {name} <span>{isAvailable ? texts.percent(pricePercent) : texts.closed}</span>
          </li>
        ))}
      </ul>
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
