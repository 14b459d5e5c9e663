import { Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import type { ShowId } from '#domain/ids.ts'
import { MAX_PEOPLE_A_MINUTE, WAITING_ROOM_MODES } from '#domain/waiting-room.ts'
import { useAction } from '#client/calls/use-action.ts'
import { type Reload, useEdit } from '#client/desk/use-edit.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import {
  sendWaitingRoom,
  type WaitingRoom,
  waitingRoomQuery,
  type WaitingRoomSettings,
} from './waiting-room.queries.ts'
import { modeChoices, texts } from './waiting-room.texts.ts'

const schema = z.object({
  mode: z.enum(WAITING_ROOM_MODES),
  peopleAMinute: z.string().check(
    z.refine((text) => text === '' || /^\d{1,9}$/.test(text), messages.whole),
    z.refine((text) => text === '' || Number(text) >= 1, messages.minimum(1)),
    z.refine((text) => text === '' || Number(text) <= MAX_PEOPLE_A_MINUTE, messages.maximum(MAX_PEOPLE_A_MINUTE)),
  ),
})
type Values = z.output<typeof schema>

/** Shows and changes the waiting room of a show, with its present figures. */
export function WaitingRoomCard({ showId }: { readonly showId: ShowId }) {
  const { data: room, isLoadingError, refetch } = useQuery(waitingRoomQuery(showId))
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="section" aria-label={texts.title} aria-busy={!room && !isLoadingError}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {texts.title}
          </Title>
          {room && (
            <Group gap="sm">
              <PauseButton showId={showId} room={room} />
              <ActionButton variant="default" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
                {texts.change}
              </ActionButton>
            </Group>
          )}
        </Group>
        {room && <Figures room={room} />}
        {isLoadingError && <LoadFailed text={texts.failed} onRetry={() => void refetch()} />}
        {room && isOpen && <Settings showId={showId} room={room} onReload={refetch} onSaved={() => setOpen(false)} />}
      </Stack>
    </Card>
  )
}

function Figures({ room }: { readonly room: WaitingRoom }) {
  const { isOpen, isPaused, waiting, lotSize, passes, presentRate } = room
  const figures = [
    [texts.figures.waiting, waiting],
    ...(lotSize > 0 ? [[texts.figures.lot, lotSize] as const] : []),
    [texts.figures.passes, passes],
    [texts.figures.rate, presentRate],
  ] as const
  return (
    <>
      <Text fw={500}>{isPaused ? texts.states.paused : isOpen ? texts.states.open : texts.states.closed}</Text>
      <SimpleGrid component="dl" cols={{ base: 2, sm: figures.length }} m={0}>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fw={600} fz="lg">
              {texts.number(figure)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </>
  )
}

type Setting = { readonly showId: ShowId; readonly room: WaitingRoom }

/** Saves settings and shows the figures of the answer. */
function useSaving(showId: ShowId, onSaved: (sent: WaitingRoomSettings) => void) {
  const client = useQueryClient()
  return useAction({
    mutationFn: (settings: WaitingRoomSettings) => sendWaitingRoom(showId, settings),
    onSuccess: (room, sent) => {
      client.setQueryData(waitingRoomQuery(showId).queryKey, room)
      onSaved(sent)
    },
    onError: () => void client.invalidateQueries({ queryKey: waitingRoomQuery(showId).queryKey }),
  })
}

function PauseButton({ showId, room }: Setting) {
  const { mode, peopleAMinute, isPaused, version } = room
  const { act, isPending } = useSaving(showId, (sent) => toastSuccess(sent.isPaused ? texts.paused : texts.resumed))
  const toggled = { mode, ...(peopleAMinute !== null && { peopleAMinute }), isPaused: !isPaused, version }
  return (
    <ActionButton variant="default" isBusy={isPending} onClick={() => act(toggled)}>
      {isPaused ? texts.resume : texts.pause}
    </ActionButton>
  )
}

type SettingsProps = Setting & { readonly onReload: Reload<WaitingRoom>; readonly onSaved: () => void }

function Settings({ showId, room, onReload, onSaved }: SettingsProps) {
  // The figures are refreshed all the time. The settings that are edited are those that were opened.
  const [opened, setOpened] = useState(room)
  const form = useCheckedForm({ schema, initialValues: valuesOf(opened) })
  const client = useQueryClient()
  const { isPending, onSubmit, onInvalid } = useEdit({
    form,
    save: async (values: Values) => {
      const { isPaused, version } = opened
      const saved = await sendWaitingRoom(showId, { ...settingsIn(values), isPaused, version })
      client.setQueryData(waitingRoomQuery(showId).queryKey, saved)
    },
    onReload: async () => {
      const { data } = await onReload()
      if (data) setOpened(data)
      return { data }
    },
    valuesOf,
    success: texts.saved,
    failure: texts.notSaved,
    onSaved,
  })
  return (
    <Form form={form} label={texts.title} onSubmit={onSubmit} onInvalid={onInvalid}>
      <Stack gap="sm">
        <SelectField label={texts.mode} data={modeChoices} {...form.getInputProps('mode')} />
        {form.values.mode !== 'OFF' && (
          <TextInput
            label={texts.rate}
            description={texts.rateHint}
            inputMode="numeric"
            {...form.getInputProps('peopleAMinute')}
          />
        )}
        <Text size="sm" c="dimmed">
          {texts.consequence}
        </Text>
        <ActionButton type="submit" isBusy={isPending}>
          {texts.save}
        </ActionButton>
      </Stack>
    </Form>
  )
}

function valuesOf({ mode, peopleAMinute }: WaitingRoom): Values {
  return { mode, peopleAMinute: peopleAMinute?.toString() ?? '' }
}

function settingsIn({ mode, peopleAMinute }: Values) {
  return { mode, ...(peopleAMinute !== '' && { peopleAMinute: Number(peopleAMinute) }) }
}
