import { Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Chip.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { DayField } from '#client/ui/forms/day-field.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { objectionToSeries, type SeriesValues, timesOfSeries } from './series-form.ts'
import { texts, weekdayNames } from './series.texts.ts'
import type { ShowValues } from './show-form.ts'
import classes from './series.module.css'

type Values = ShowValues & SeriesValues
type Props<All extends Values> = { readonly form: UseFormReturnType<All> }

/** Shows the rule of a series, and the list of its shows in the venue's local time. Each can be removed. */
export function SeriesFields<All extends Values>({ form }: Props<All>) {
  return (
    <>
      <Rule form={form} />
      <Shows form={form} />
    </>
  )
}

function Rule<All extends Values>({ form }: Props<All>) {
  return (
    <>
      <fieldset className={classes['weekdays']}>
        <legend>{texts.weekdays}</legend>
        <Chip.Group multiple {...form.getInputProps('weekdays')}>
          <Group gap="xs">
            {weekdayNames.map((name, index) => (
              <Chip key={name} value={String(index + 1)}>
                {name}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </fieldset>
      <div className={classes['fields']}>
        <TextInput
          label={texts.everyDays}
          description={texts.everyDaysHint}
          inputMode="numeric"
          {...form.getInputProps('everyDays')}
        />
        <DayField label={texts.lastDay} required {...form.getInputProps('lastDay')} />
        <TextInput label={texts.moreTimes} description={texts.moreTimesHint} {...form.getInputProps('moreTimes')} />
        <TextInput label={texts.extraDays} description={texts.daysHint} {...form.getInputProps('extraDays')} />
        <TextInput label={texts.exceptDays} description={texts.daysHint} {...form.getInputProps('exceptDays')} />
      </div>
    </>
  )
}

function Shows<All extends Values>({ form }: Props<All>) {
  const { location, removed } = form.values
  const times = timesOfSeries(form.values)
  const zone = location?.timeZone ?? 'UTC'
  const setRemoved = (next: string[]) => form.setValues({ removed: next } as Partial<All>)
  return (
    <Stack gap="xs">
      <output className={classes['count']}>{objectionToSeries(times.length) ?? texts.count(times.length)}</output>
      <ul className={classes['shows']} aria-label={texts.isSeries}>
        {times.map(({ startTime }) => (
          <li key={startTime}>
            <ShowMoment at={startTime} zone={zone} />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={texts.remove(showTimeText(startTime, zone))}
              onClick={() => setRemoved([...removed, startTime])}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      {removed.length > 0 && (
        <Group gap="sm">
          <Text size="sm">{texts.removed(removed.length)}</Text>
          <Button variant="default" size="compact-sm" onClick={() => setRemoved([])}>
            {texts.restore}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
