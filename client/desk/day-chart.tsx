import { useId } from 'react'
import { type Cents, cents, euro } from '#domain/money.ts'
import classes from './day-chart.module.css'

type Bar = { readonly name: string; readonly up: Cents; readonly down: Cents }

type Props = {
  readonly label: string
  /** The names of the two kinds of bars. */
  readonly names: { readonly up: string; readonly down: string }
  /** Amounts in the order of time, not negative. */
  readonly bars: readonly Bar[]
}

/**
 * Draws amounts over time: one kind of bars upwards, another downwards. The same figures need a table beside it. Draws
 * nothing if all amounts are zero.
 */
export function DayChart({ label, names, bars }: Props) {
  const id = useId()
  const top = Math.max(0, ...bars.map(({ up }) => up))
  const bottom = Math.max(0, ...bars.map(({ down }) => down))
  const scale = HEIGHT / (top + bottom)
  const axis = top * scale
  // Few days would make broad blocks.
  const columns = Math.max(bars.length, FEWEST_COLUMNS)
  if (top === 0 && bottom === 0) return null
  const best = bars.reduce((one, other) => (other.up > one.up ? other : one), bars[0] ?? NOTHING)
  return (
    <figure className={classes['figure']}>
      <figcaption className={classes['caption']}>
        <span className={classes['key']} data-kind="up">
          {names.up}
        </span>
        <span className={classes['key']} data-kind="down">
          {names.down}
        </span>
        <span className={classes['most']}>{euro(cents(best.up))}</span>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <svg viewBox={`0 0 ${columns * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-labelledby={id}>
        <title
          id={id}
        >{`${label}: ${bars[0]?.name} – ${bars.at(-1)?.name}, ${euro(cents(best.up))} ${best.name}`}</title>
        {bars.map(({ name, up, down }, index) => (
          <g key={name}>
            <title>{`${name}: ${names.up} ${euro(up)}, ${names.down} ${euro(down)}`}</title>
            <rect x={index * STEP} width={STEP} height={HEIGHT} className={classes['room']} />
            <rect
              x={index * STEP + GAP}
              y={axis - up * scale}
              width={BAR}
              height={up * scale}
              className={classes['up']}
            />
            <rect x={index * STEP + GAP} y={axis} width={BAR} height={down * scale} className={classes['down']} />
          </g>
        ))}
        <line x1={0} x2={columns * STEP} y1={axis} y2={axis} className={classes['axis']} />
      </svg>
      <div className={classes['ends']} style={{ width: `${(100 * bars.length) / columns}%` }} aria-hidden>
        <span>{bars[0]?.name}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.name}</span>}
      </div>
    </figure>
  )
}

const HEIGHT = 100
const STEP = 10
const FEWEST_COLUMNS = 14
const GAP = 1
const BAR = STEP - 2 * GAP
const NOTHING: Bar = { name: '', up: cents(0), down: cents(0) }
