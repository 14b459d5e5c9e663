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
  /** Called when somebody is about to change it. */
  readonly onApproach: () => void
}

/** Whether the plan is seen or read. Drawn without measuring anything: the plan waits for it. */
export function ViewSwitch({ view, onChange, onApproach }: Props) {
  return (
    <div
      role="radiogroup"
      aria-label={texts.view}
      className={classes['switch']}
      onPointerEnter={onApproach}
      onFocus={onApproach}
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
