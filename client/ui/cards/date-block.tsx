import classes from './date-block.module.css'

const THIS_YEAR = String(new Date().getFullYear())

/** Draws a date like a calendar sheet. Decorative: the text beside it contains the full date. */
export function DateBlock({ at, zone }: { readonly at: string; readonly zone: string }) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).format(new Date(at))
  const year = part({ year: 'numeric' })
  return (
    <div className={classes['block']} aria-hidden>
      <span className={classes['month']}>
        {part({ month: 'short' })} {year === THIS_YEAR ? '' : year}
      </span>
      <span className={classes['day']}>{part({ day: 'numeric' })}</span>
      <span className={classes['weekday']}>{part({ weekday: 'short' })}</span>
    </div>
  )
}
