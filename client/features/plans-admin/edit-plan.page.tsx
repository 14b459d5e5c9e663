import { Checkbox, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { singleLineText } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import type { LocationId, SeatingPlanId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeleteRecord } from '#client/desk/delete-record.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { UsedBy } from '#client/desk/used-by.tsx'
import { type Reload, useEdit } from '#client/desk/use-edit.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { PlanPreview } from '#client/programme/plan-preview.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { LocationSelect } from './location-select.tsx'
import { type Plan, planQuery, sendPlanChange, useDeletePlan } from './plans-admin.queries.ts'
import { texts } from './plans-admin.texts.ts'

const schema = z.object({ name: singleLineText(), locationId: z.string(), isRetired: z.boolean() })

function valuesOf({ name, locationId, retiredAt }: Plan) {
  return { name, locationId: `${locationId ?? ''}`, isRetired: retiredAt !== null }
}

/** Edits or deletes a seating plan. */
export function EditPlanPage() {
  const id = useIdParam(pages.editPlan)
  return id === undefined ? <NotFoundPage /> : <KnownPlan id={id} />
}

function KnownPlan({ id }: { readonly id: SeatingPlanId }) {
  const query = useQuery(planQuery(id))
  const list = { to: pages.seatingPlans.href(), title: pages.seatingPlans.title }
  return (
    <DeskRecord record={{ kind: 'SEATING_PLAN', id }} title={texts.edit} query={query} list={list}>
      {(plan) => <EditPlan key={plan.id} plan={plan} onReload={query.refetch} />}
    </DeskRecord>
  )
}

function EditPlan({ plan, onReload }: { readonly plan: Plan; readonly onReload: Reload<Plan> }) {
  const navigate = useNavigate()
  const goToList = () => navigate({ to: pages.seatingPlans.href() })
  const form = useKeptForm({
    path: pages.editPlan.href(plan),
    schema,
    initialValues: valuesOf(plan),
  })
  const edit = useEdit({
    form,
    save: ({ name, locationId, isRetired }) =>
      sendPlanChange(plan.id, {
        name,
        isRetired,
        version: plan.version,
        ...(locationId && { locationId: Number(locationId) as LocationId }),
      }),
    onReload,
    valuesOf: valuesOf,
    success: texts.saved,
    failure: texts.notSaved,
    onSaved: goToList,
  })
  const deletion = useDeletePlan(plan, goToList)
  return (
    <CreationForm
      {...edit}
      title={texts.edit}
      lead={texts.placesAndUse(plan)}
      action={texts.saveChanges}
      cancelTo={pages.seatingPlans.href()}
      extra={
        plan.shows === 0 && (
          <DeleteRecord label={texts.delete} question={texts.deleteQuestion} name={plan.name} deletion={deletion} />
        )
      }
      below={<UsedBy what="seating plan" shows={plan.shows} showsOf={{ seatingPlanId: plan.id }} />}
    >
      <TextInput label={texts.name} required {...form.getInputProps('name')} />
      <LocationSelect none={texts.noLocation} {...form.getInputProps('locationId')} />
      <Checkbox label={texts.isRetired} {...form.getInputProps('isRetired', { type: 'checkbox' })} />
      <PlanPreview plan={plan.summary} />
      <Text size="sm" c="dimmed">
        {texts.fixed}
      </Text>
    </CreationForm>
  )
}
