import { Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ArtistChoice } from './artist-choice.tsx'
import { EventChoice } from './event-choice.tsx'
import { LocationChoice } from './location-choice.tsx'
import { SeatingPlanChoice } from './seating-plan-choice.tsx'
import type { ShowValues } from './show-form.ts'
import classes from './create-show.module.css'

type Choice = 'event' | 'artist' | 'location' | 'seatingPlan'

type Props = {
  readonly inputProps: (field: Choice) => ReturnType<UseFormReturnType<ShowValues>['getInputProps']>
  /** Whether the event can be chosen. It never changes later. */
  readonly isNew: boolean
}

/** Shows the tables that choose event, artist, location and seating plan of a show. */
export function ShowChoices({ inputProps, isNew }: Props) {
  return (
    <div className={classes['choices']}>
      <Stack gap="md">
        {isNew && <EventChoice isRequired {...inputProps('event')} />}
        <ArtistChoice {...inputProps('artist')} />
      </Stack>
      <Stack gap="md">
        <LocationChoice {...inputProps('location')} />
        <SeatingPlanChoice {...inputProps('seatingPlan')} />
      </Stack>
    </div>
  )
}
