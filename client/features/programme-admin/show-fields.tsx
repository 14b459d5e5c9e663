import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { Card } from '#client/ui/cards/card.tsx'
import { WallTimeField } from '#client/ui/forms/date-time-field.tsx'
import { texts as deskTexts } from './desk.texts.ts'
import { texts } from './programme-admin.texts.ts'
import { ShowChoices } from './show-choices.tsx'
import type { ShowValues } from './show-form.ts'
import classes from './create-show.module.css'

type Props<Values extends ShowValues> = {
  readonly form: UseFormReturnType<Values>
  /** Whether the event can be chosen. It never changes later. */
  readonly isNew?: boolean
  /** Whether only the name can still change. */
  readonly hasStarted?: boolean
}

/** Shows the fields of a show. */
export function ShowFields<Values extends ShowValues>({ form, isNew = false, hasStarted = false }: Props<Values>) {
  const { location } = form.values
  const whose = location ? texts.timeOf(location.timeZone) : texts.timeOfLocation
  const [today] = useState(() => new Date(new Date().setHours(0, 0, 0, 0)))
  return (
    <>
      <Card className={classes['fields'] ?? ''}>
        <TextInput
          label={texts.name}
          description={hasStarted && deskTexts.started}
          required
          {...form.getInputProps('name')}
        />
        <fieldset className={classes['changeable']} disabled={hasStarted}>
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
        </fieldset>
      </Card>
      <fieldset className={classes['changeable']} disabled={hasStarted}>
        <ShowChoices inputProps={(field) => form.getInputProps(field)} isNew={isNew} />
      </fieldset>
    </>
  )
}
