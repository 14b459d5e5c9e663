import { texts } from './seating.texts.ts'
import classes from './view-switch.module.css'

export type SeatView = 'map' | 'list'

const views = [
  { value: 'map', label: texts.map },
  { value: 'list', label: texts.list },
] as const

type Props = {
  readonly view: SeatView
  readonly onChange: (view: SeatView) => void
  /** Called before the user changes the view: on hover and focus. */
  readonly onPreload: () => void
}

/** Switches between map and list. Renders without layout measurements, which would delay the plan. */
export function ViewSwitch({ view, onChange, onPreload }: Props) {
  return (
    <div
      role="radiogroup"
      aria-label={texts.view}
      className={classes['switch']}
      onPointerEnter={onPreload}
      onFocus={onPreload}
    >
      {views.map(({ value, label }) => (
        <label key={value} className={classes['view']}>
          <input type="radio" name="seat-view" checked={view === value} onChange={() => onChange(value)} />
          {label}
        </label>
      ))}
    </div>
  )
}
