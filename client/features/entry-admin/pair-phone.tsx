import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { singleLineText } from '#contract/fields.ts'
import { DEVICE_DIRECTIONS, type DeviceDirection, PAIRING_MINUTES } from '#domain/entry/entry.ts'
import type { GateId } from '#domain/ids.ts'
import { lazyOptionalPart } from '#client/shell/lazy-optional-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { useFocusOnMount } from '#client/ui/forms/use-focus-on-mount.ts'
import { type Pairing, type ShowEntry, usePairing } from './entry-admin.queries.ts'
import { texts } from './entry-admin.texts.ts'
import classes from './entry-admin.module.css'

const QrCode = lazyOptionalPart(() => import('#client/ui/qr-code.tsx'), 'QrCode')

const schema = z.object({
  name: singleLineText(100),
  gateId: z.string(),
  direction: z.enum(DEVICE_DIRECTIONS),
  isSupervisor: z.boolean(),
})

type Props = { readonly entry: ShowEntry; readonly onClose: () => void }

/** Asks for the rights of a phone, then shows the code that pairs it. */
export function PairPhone({ entry: { show, gates, scanners }, onClose }: Props) {
  const [pairing, setPairing] = useState<Pairing>()
  const field = useFocusOnMount()
  const create = usePairing(show.id, setPairing)
  const direction: DeviceDirection = 'IN'
  const form = useCheckedForm({
    schema,
    initialValues: { name: `Phone ${scanners.length + 1}`, gateId: '', direction, isSupervisor: false },
  })
  if (pairing) return <Code pairing={pairing} onClose={onClose} />
  const send = ({ gateId, ...values }: z.output<typeof schema>) =>
    create.act({ ...values, ...(gateId !== '' && { gateId: Number(gateId) as GateId }) })
  return (
    <Form form={form} label={texts.pair} onSubmit={send} className={classes['pairing']}>
      <TextInput label={texts.name} required ref={field} {...form.getInputProps('name')} />
      {gates.length > 0 && (
        <SelectField
          label={texts.gate}
          data={[{ value: '', label: texts.noGate }, ...gates.map(({ id, name }) => ({ value: `${id}`, label: name }))]}
          {...form.getInputProps('gateId')}
        />
      )}
      <SelectField
        label={texts.direction}
        data={DEVICE_DIRECTIONS.map((value) => ({ value, label: texts.directions[value] }))}
        {...form.getInputProps('direction')}
      />
      <Checkbox label={texts.isSupervisor} {...form.getInputProps('isSupervisor', { type: 'checkbox' })} />
      <Group gap="sm">
        <ActionButton type="submit" isBusy={create.isPending}>
          {texts.createCode}
        </ActionButton>
        <ActionButton variant="default" onClick={onClose}>
          {texts.close}
        </ActionButton>
      </Group>
    </Form>
  )
}

function Code({ pairing: { code, href }, onClose }: { readonly pairing: Pairing; readonly onClose: () => void }) {
  return (
    <Stack component="section" gap="sm" aria-label={texts.pairing}>
      <div className={classes['qr']}>
        <Suspense>
          <QrCode text={href} label={texts.qrLabel} />
        </Suspense>
      </div>
      <output className={classes['code']}>{`${code.slice(0, 4)} ${code.slice(4)}`}</output>
      <Text>
        {texts.scanThis(href.replace(/#.*/, ''))} {texts.worksOnce(PAIRING_MINUTES)}
      </Text>
      <div>
        <ActionButton variant="default" onClick={onClose}>
          {texts.close}
        </ActionButton>
      </div>
    </Stack>
  )
}
