import { Skeleton } from '@mantine/core'
import classes from './plan-skeleton.module.css'
import { texts } from './seating.texts.ts'

/** A placeholder for the plan, with a text that appears after a while. */
export function PlanSkeleton() {
  return (
    <div className={classes['place']}>
      <Skeleton h="100%" />
      <p className={classes['words']} aria-hidden>
        {texts.loading}
      </p>
    </div>
  )
}
