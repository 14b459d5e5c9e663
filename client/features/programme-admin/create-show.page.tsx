import { Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { WallTimeField } from '#client/ui/forms/date-time-field.tsx'
import { useCreation } from '#client/forms/use-creation.ts'
import { ArtistChoice } from './artist-choice.tsx'
import { EventChoice } from './event-choice.tsx'
import { LocationChoice } from './location-choice.tsx'
import { sendShow } from './programme-admin.queries.ts'
import { texts } from './programme-admin.texts.ts'
import { SeatingPlanChoice } from './seating-plan-choice.tsx'
import { emptyShow, showForm, showIn } from './show-form.ts'
import classes from './create-show.module.css'

/** Creates a show (specification, section 2.17). */
export function CreateShowPage() {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.createShow.href(), schema: showForm, initialValues: emptyShow })
  const creation = useCreation({
    form,
    create: (values) => sendShow(showIn(values)),
    success: texts.showCreated,
    failure: texts.showNotCreated,
    onMade: ({ event }) => navigate({ to: pages.event.href(event) }),
  })
  const { location } = form.values
  const whose = location ? texts.timeOf(location.timeZone) : texts.timeOfLocation
  const [today] = useState(() => new Date(new Date().setHours(0, 0, 0, 0)))
  return (
    <CreationForm
      {...creation}
      title={texts.createShow}
      lead={texts.showLead}
      action={texts.createShow}
      cancelTo={pages.admin.href()}
      isWide
    >
      <Card className={classes['fields'] ?? ''}>
        <TextInput label={texts.name} required {...form.getInputProps('name')} />
        <TextInput
          label={texts.price}
          description={texts.priceHint}
          inputMode="decimal"
          required
          {...form.getInputProps('price')}
        />
        <WallTimeField
          label={texts.start}
          description={whose}
          minDate={today}
          defaultTimeValue="19:30"
          required
          {...form.getInputProps('startTime')}
        />
        <WallTimeField
          label={texts.end}
          description={whose}
          minDate={today}
          defaultTimeValue="22:00"
          required
          {...form.getInputProps('endTime')}
        />
      </Card>
      <div className={classes['choices']}>
        <Stack gap="md">
          <EventChoice {...form.getInputProps('event')} />
          <ArtistChoice {...form.getInputProps('artist')} />
        </Stack>
        <Stack gap="md">
          <LocationChoice {...form.getInputProps('location')} />
          <SeatingPlanChoice {...form.getInputProps('seatingPlan')} />
        </Stack>
      </div>
    </CreationForm>
  )
}
