import { Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import * as z from 'zod/mini'
import type { EntryGate } from '#contract/entry.ts'
import { singleLineText } from '#contract/fields.ts'
import type { SectorId } from '#domain/ids.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import rows from '#client/ui/lists/rows.module.css'
import { type ShowEntry, useAddGate, useRemoveGate } from './entry-admin.queries.ts'
import { texts } from './entry-admin.texts.ts'
import classes from './entry-admin.module.css'

const schema = z.object({ name: singleLineText(100), sectorIds: z.array(z.string()) })

/** Lists the gates of the location with the sectors that they serve, and adds and removes gates. */
export function Gates({ entry: { gates, sectors, show } }: { readonly entry: ShowEntry }) {
  const sectorIds: string[] = []
  const form = useCheckedForm({ schema, initialValues: { name: '', sectorIds } })
  const add = useAddGate(show.id, { onDone: () => form.reset(), onFailed: (error) => tellAtFields(form, error) })
  const nameOf = (id: SectorId) => sectors.find((sector) => sector.id === id)?.name ?? ''
  return (
    <Stack component="section" gap="md" aria-labelledby="entry-gates">
      <Title order={2} id="entry-gates">
        {texts.gates}
      </Title>
      {gates.length === 0 ? (
        <Text>{texts.noGates}</Text>
      ) : (
        <ul className={rows['list']}>
          {gates.map((gate) => (
            <Gate key={gate.id} gate={gate} sectors={gate.sectorIds.map(nameOf)} />
          ))}
        </ul>
      )}
      <Form
        form={form}
        label={texts.addGate}
        className={classes['pairing']}
        onSubmit={({ name, sectorIds: chosen }) =>
          add.act({ name, sectorIds: chosen.map((id) => Number(id) as SectorId) })
        }
      >
        <TextInput label={texts.gateName} required {...form.getInputProps('name')} />
        <Checkbox.Group {...form.getInputProps('sectorIds')} label={texts.sectors}>
          <div className={rows['choices']}>
            {sectors.map(({ id, name }) => (
              <Checkbox key={id} value={`${id}`} label={name} />
            ))}
          </div>
        </Checkbox.Group>
        <div>
          <ActionButton type="submit" variant="default" isBusy={add.isPending}>
            {texts.addGate}
          </ActionButton>
        </div>
      </Form>
    </Stack>
  )
}

function Gate({ gate: { id, name }, sectors }: { readonly gate: EntryGate; readonly sectors: readonly string[] }) {
  const remove = useRemoveGate(id)
  const ask = async () => {
    const question = { title: texts.removeGateQuestion, details: texts.removeGateDetails, confirm: texts.removeGate }
    if (await confirmed(question)) remove.act()
  }
  return (
    <li className={rows['row']}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{sectors.length === 0 ? texts.allSectors : sectors.join(', ')}</Text>
      </div>
      <ActionButton
        variant="default"
        size="xs"
        isBusy={remove.isPending}
        aria-label={texts.removeGateLabel(name)}
        onClick={() => void ask()}
      >
        {texts.removeGate}
      </ActionButton>
    </li>
  )
}
