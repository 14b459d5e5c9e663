import { Checkbox, Group, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import * as z from 'zod/mini'
import { singleLineText } from '#contract/fields.ts'
import type { LocationId, SectorId } from '#domain/ids.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { useFocusOnMount } from '#client/ui/forms/use-focus-on-mount.ts'
import rows from '#client/ui/lists/rows.module.css'
import { type House, useSaveGate } from './gates.queries.ts'
import { texts } from './locations-admin.texts.ts'

const schema = z.object({ name: singleLineText(100), sectorIds: z.array(z.string()) })

type Props = {
  readonly locationId: LocationId
  /** Undefined to add a gate. */
  readonly gate?: House['gates'][number]
  readonly plans: House['plans']
  readonly onClose: () => void
}

/** Asks for the name of a gate, and the sectors that it serves in each plan. */
export function GateForm({ locationId, gate, plans, onClose }: Props) {
  const initialValues = { name: gate?.name ?? '', sectorIds: (gate?.sectorIds ?? []).map(String) }
  const form = useCheckedForm({ schema, initialValues })
  const field = useFocusOnMount()
  const save = useSaveGate(locationId, gate?.id, {
    onSaved: onClose,
    onRefused: (refusal) => tellAtFields(form, refusal),
  })
  return (
    <Form
      form={form}
      label={gate ? texts.editGateNamed(gate.name) : texts.addGate}
      onSubmit={({ name, sectorIds }) => save.act({ name, sectorIds: sectorIds.map((id) => Number(id) as SectorId) })}
    >
      <Stack gap="sm">
        <TextInput label={texts.gateName} required maw="20rem" ref={field} {...form.getInputProps('name')} />
        {plans.map((plan) => (
          <Checkbox.Group key={plan.id} label={plan.name} {...form.getInputProps('sectorIds')}>
            <div className={rows['choices']}>
              {plan.sectors.map(({ id, name }) => (
                <Checkbox key={id} value={`${id}`} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        ))}
        <Group gap="sm">
          <ActionButton type="submit" isBusy={save.isPending}>
            {gate ? texts.saveGate : texts.addGate}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {texts.keepGate}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}
