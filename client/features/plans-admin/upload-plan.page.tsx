import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { messages, optionalText, singleLineText } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import { MAX_PLAN_FILE_BYTES } from '#contract/seating-plans.ts'
import type { LocationId } from '#domain/ids.ts'
import { SIDES, type Side } from '#domain/seating-plan/stage-side.ts'
import { Desk } from '#client/desk/desk.tsx'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { FileField } from '#client/ui/forms/file-field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { FILTER_DELAY } from '#client/ui/forms/use-live-filters.ts'
import { CsvHelp } from './csv-help.tsx'
import { LocationSelect } from './location-select.tsx'
import { PlanCheck } from './plan-check.tsx'
import { type CheckedPlan, sendPlan } from './plans-admin.queries.ts'
import { texts } from './plans-admin.texts.ts'

type Values = { name: string; locationId: string; focus: Side | ''; prices: string; separatesZones: boolean }

const schema = z.object({
  name: singleLineText(),
  locationId: z.string().check(z.minLength(1, messages.required)),
  focus: z.string(),
  prices: optionalText(2000),
  separatesZones: z.boolean(),
})

const sides = [
  { value: '', label: texts.stageOfFile },
  ...SIDES.map((side) => ({ value: side, label: texts.sides[side] })),
]

/** Creates a seating plan from a file, which is checked and drawn as soon as it is chosen. */
export function UploadPlanPage() {
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const form = useKeptForm<Values>({
    path: pages.uploadPlan.href(),
    schema,
    initialValues: { name: '', locationId: '', focus: '', prices: '', separatesZones: false },
  })
  const { focus, prices } = form.values
  // Only plans in JSON have zones with positions of their own.
  const isZoned = file !== null && /\.json$/i.test(file.name)
  const separatesZones = isZoned && form.values.separatesZones
  const [typedPrices] = useDebouncedValue(prices, FILTER_DELAY)
  const creation = useCreation({
    form,
    create: async ({ name, locationId, focus: side, ...options }) => {
      if (!file) throw new Error(texts.fileMissing)
      return sendPlan(file, {
        ...options,
        separatesZones,
        ...(side && { focus: side }),
        name,
        locationId: Number(locationId) as LocationId,
      })
    },
    success: texts.uploaded,
    failure: texts.notUploaded,
    onMade: () => navigate({ to: pages.seatingPlans.href() }),
  })
  const take = (chosen: File | null) => {
    const isTooLarge = chosen !== null && chosen.size > MAX_PLAN_FILE_BYTES
    setFile(isTooLarge ? null : chosen)
    setFileError(isTooLarge ? texts.fileTooLarge : undefined)
  }
  const suggestName = ({ name }: CheckedPlan) => {
    if (!form.isDirty('name')) form.setFieldValue('name', name)
  }
  return (
    <Desk>
      <CreationForm
        {...creation}
        onInvalid={() => {
          if (!file) setFileError(texts.fileMissing)
          creation.onInvalid()
        }}
        onSubmit={(values) => (file ? creation.onSubmit(values) : setFileError(texts.fileMissing))}
        title={pages.uploadPlan.title}
        lead={texts.uploadLead}
        action={texts.save}
        cancelTo={pages.seatingPlans.href()}
      >
        <FileField
          label={texts.file}
          description={texts.fileHint}
          accept=".json,.csv,.svg,application/json,text/csv,image/svg+xml"
          onChange={({ currentTarget: { files } }) => take(files?.[0] ?? null)}
          error={fileError}
          required
        />
        <CsvHelp />
        <SelectField label={texts.stage} description={texts.stageHint} data={sides} {...form.getInputProps('focus')} />
        <TextInput label={texts.prices} description={texts.pricesHint} {...form.getInputProps('prices')} />
        {isZoned && <Checkbox label={texts.separate} {...form.getInputProps('separatesZones', { type: 'checkbox' })} />}
        {file && (
          <PlanCheck
            file={file}
            options={{ prices: typedPrices, separatesZones, ...(focus && { focus }) }}
            onRead={suggestName}
          />
        )}
        <TextInput label={texts.name} required {...form.getInputProps('name')} />
        <LocationSelect none={texts.chooseLocation} required {...form.getInputProps('locationId')} />
      </CreationForm>
    </Desk>
  )
}
