import { Button, Group } from '@mantine/core'
import { period as periodSchema } from '#contract/figures.ts'
import { FIGURE_PERIODS, type FigurePeriod } from '#domain/accounting/figures-period.ts'
import { DayField } from '#client/ui/forms/day-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import type { PeriodChoice } from './figures.queries.ts'
import { texts } from './figures.texts.ts'

type Props = {
  readonly choice: PeriodChoice
  /** The first and the last day of the figures on the page. */
  readonly firstDay: string
  readonly lastDay: string
  readonly onChoose: (choice: PeriodChoice) => void
}

const OWN_DAYS = ''
const choices = [
  ...FIGURE_PERIODS.map((value) => ({ value, label: texts.periods[value] })),
  { value: OWN_DAYS, label: texts.ownDays },
]

/** Chooses a period by its name, or by its first and last day. */
export function PeriodForm({ choice, firstDay, lastDay, onChoose }: Props) {
  const form = useCheckedForm({ schema: periodSchema, initialValues: { firstDay, lastDay } })
  const isOwn = choice.firstDay !== undefined || choice.lastDay !== undefined
  return (
    <Form form={form} label={texts.choosePeriod} onSubmit={onChoose}>
      <Group align="flex-start" gap="sm">
        <SelectField
          label={texts.period}
          data={choices}
          value={isOwn ? OWN_DAYS : (choice.period ?? 'DAYS_30')}
          onChange={({ currentTarget: { value } }) =>
            onChoose(value === OWN_DAYS ? { firstDay, lastDay } : { period: value as FigurePeriod })
          }
        />
        <DayField label={texts.from} {...form.getInputProps('firstDay')} />
        <DayField label={texts.to} {...form.getInputProps('lastDay')} />
        <Button type="submit" variant="default" mt="1.5625rem">
          {texts.show}
        </Button>
      </Group>
    </Form>
  )
}
