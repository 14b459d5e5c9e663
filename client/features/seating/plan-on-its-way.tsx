import { Skeleton } from '@mantine/core'
import classes from './plan-on-its-way.module.css'
import { texts } from './seating.texts.ts'

/** Stands where the plan will. Who waits for longer reads what for. */
export function PlanOnItsWay() {
  return (
    <div className={classes['place']}>
      <Skeleton h="100%" />
      <p className={classes['words']} aria-hidden>
        {texts.loading}
      </p>
    </div>
  )
}
