import { dateText, monthText, weekdayText } from '#domain/time/time-text.ts'
import classes from './date-block.module.css'

const THIS_YEAR = String(new Date().getFullYear())

/** Draws a date like a calendar sheet. Decorative: the text beside it contains the full date. */
export function DateBlock({ at, zone }: { readonly at: string; readonly zone: string }) {
  const [year = '', month = '', day = ''] = dateText(at, zone).split('/')
  return (
    <div className={classes['block']} aria-hidden>
      <span className={classes['month']}>
        {monthText(Number(month)).slice(0, 3)} {year === THIS_YEAR ? '' : year}
      </span>
      <span className={classes['day']}>{Number(day)}</span>
      <span className={classes['weekday']}>{weekdayText(at, zone)}</span>
    </div>
  )
}
