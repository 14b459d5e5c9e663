import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { pages } from '#contract/pages.ts'
import type { PlanPreviewProps } from '#client/programme/plan-preview.tsx'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { ChoiceTable } from '#client/ui/forms/choice-table.tsx'
import { type ChosenPlan, loadSeatingPlans } from './show-choices.queries.ts'
import { texts } from './programme-admin.texts.ts'
import { useChoices } from './use-choices.ts'

const PlanPreview = lazyPart<PlanPreviewProps>(
  async () => (await import('#client/programme/plan-preview.tsx')).PlanPreview,
)

type Props = {
  readonly value?: ChosenPlan | null
  readonly onChange: (plan: ChosenPlan) => void
  readonly error?: string | undefined
}

const columns = [{ name: texts.seatingPlanName, of: (plan: ChosenPlan) => plan.name }]

/** Chooses a seating plan. */
export function SeatingPlanChoice(props: Props) {
  const { filterProps, table } = useChoices({
    key: 'seating-plans',
    noFilters: { name: '' },
    load: loadSeatingPlans,
  })
  return (
    <ChoiceTable
      {...props}
      {...table}
      label={texts.seatingPlan}
      columns={columns}
      nameOf={({ name }) => name}
      empty={texts.noSeatingPlans}
      creation={{ to: pages.uploadPlan.href(), title: pages.uploadPlan.title }}
      preview={
        props.value &&
        'sectors' in props.value && (
          <Suspense>
            <PlanPreview plan={props.value} />
          </Suspense>
        )
      }
      filters={<TextInput label={texts.seatingPlanName} type="search" {...filterProps('name')} />}
    />
  )
}
