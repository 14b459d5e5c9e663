import { Checkbox, Group, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { singleLineText } from '#contract/fields.ts'
import type { LocationId, SectorId } from '#domain/ids.ts'
import { useEdit } from '#client/desk/use-edit.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { useFocusOnMount } from '#client/ui/forms/use-focus-on-mount.ts'
import rows from '#client/ui/lists/rows.module.css'
import { type Gate, gatesQuery, type GatesOfLocation, sendGate, sendGateChange } from './gates.queries.ts'
import { texts } from './locations-admin.texts.ts'

const schema = z.object({ name: singleLineText(100), sectorIds: z.array(z.string()) })
type Values = z.output<typeof schema>

type Props = { readonly locationId: LocationId; readonly plans: GatesOfLocation['plans']; readonly onClose: () => void }

const valuesOf = ({ name, sectorIds }: Pick<Gate, 'name' | 'sectorIds'>): Values => ({
  name,
  sectorIds: sectorIds.map(String),
})
const fieldsIn = ({ name, sectorIds }: Values) => ({ name, sectorIds: sectorIds.map((id) => Number(id) as SectorId) })

/** Adds a gate to a location. */
export function AddGateForm({ locationId, ...rest }: Props) {
  const form = useCheckedForm({ schema, initialValues: valuesOf({ name: '', sectorIds: [] }) })
  const creation = useCreation({
    form,
    create: (values) => sendGate(locationId, fieldsIn(values)),
    success: texts.gateAdded,
    failure: texts.gateNotAdded,
    onMade: rest.onClose,
  })
  return <GateForm {...rest} {...creation} label={texts.addGate} save={texts.addGate} />
}

/** Changes the name and the sectors of a gate. */
export function EditGateForm({ locationId, gate, ...rest }: Props & { readonly gate: Gate }) {
  const client = useQueryClient()
  const [version, setVersion] = useState(gate.version)
  const form = useCheckedForm({ schema, initialValues: valuesOf(gate) })
  const reload = async () => {
    const { gates } = await client.fetchQuery({ ...gatesQuery(locationId), staleTime: 0 })
    const data = gates.find(({ id }) => id === gate.id)
    if (data) setVersion(data.version)
    return { data }
  }
  const edit = useEdit({
    form,
    save: (values) => sendGateChange(gate.id, { ...fieldsIn(values), version }),
    onReload: reload,
    valuesOf,
    success: texts.gateSaved,
    failure: texts.gateNotSaved,
    onSaved: rest.onClose,
  })
  return <GateForm {...rest} {...edit} label={texts.editGateNamed(gate.name)} save={texts.saveGate} />
}

type FormProps = Omit<Props, 'locationId'> & {
  readonly form: UseFormReturnType<Values>
  readonly onSubmit: (values: Values) => void
  readonly onInvalid: () => void
  readonly isPending: boolean
  readonly label: string
  readonly save: string
}

/** Asks for the name of a gate, and the sectors that it serves in each plan. */
function GateForm({ plans, form, label, save, isPending, onSubmit, onInvalid, onClose }: FormProps) {
  const field = useFocusOnMount()
  return (
    <Form form={form} label={label} onSubmit={onSubmit} onInvalid={onInvalid}>
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
          <ActionButton type="submit" isBusy={isPending}>
            {save}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {texts.keepGate}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}
