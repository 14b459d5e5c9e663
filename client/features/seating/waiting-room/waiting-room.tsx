import { Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import type { Show } from '../show-header.tsx'
import { announcedPlace, expectedMinutes, peopleBefore } from './expected-wait.ts'
import { type Arrival, arrivalQuery, leaveMutation, type Line, lineQuery } from './waiting-room.queries.ts'
import { texts } from './waiting-room.texts.ts'
import classes from './waiting-room.module.css'

type Props = {
  readonly show: Show
  readonly arrival: Arrival
  /** Called after the customer has left the line. */
  readonly onLeft: () => Promise<void>
}

/** Shows a customer's place in the line of a show, instead of the plan. */
export function WaitingRoom({ show, arrival: { number, line: atArrival }, onLeft }: Props) {
  const { data: line = atArrival } = useQuery(lineQuery(show.id, number))
  useAskForPass(show, number !== undefined && (number <= line.admittedNumber || !line.isOpen))
  return (
    <Card as="section" aria-label={texts.heading} className={classes['room'] ?? ''}>
      <Title order={2} size="h3">
        {texts.heading}
      </Title>
      {number === undefined ? <Text maw="34rem">{texts.drawing}</Text> : <Place number={number} line={line} />}
      {line.placesLeft === 'RESERVED' && <Text maw="34rem">{texts.allReserved}</Text>}
      <Text maw="34rem">{texts.opens}</Text>
      <Text maw="34rem" size="sm" c="dimmed">
        {texts.keep}
      </Text>
      <LeaveButton
        show={show}
        question={number === undefined ? texts.leaveDrawQuestion : texts.leaveQuestion}
        onLeft={onLeft}
      />
    </Card>
  )
}

function Place({ number, line }: { readonly number: number; readonly line: Line }) {
  const before = peopleBefore(number, line)
  const announced = announcedPlace(before)
  return (
    <>
      <span className={classes['place']}>{texts.before(before)}</span>
      <Progress
        className={classes['progress'] ?? ''}
        size="lg"
        value={(100 * Math.min(number, line.admittedNumber)) / number}
        aria-label={texts.progress}
      />
      <Text fw={500}>{line.isPaused ? texts.paused : texts.minutes(expectedMinutes(number, line))}</Text>
      <VisuallyHidden component="output">{announced !== undefined && texts.atMost(announced)}</VisuallyHidden>
    </>
  )
}

/** Asks for the pass when the number is admitted. */
function useAskForPass({ id }: Show, isAdmitted: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isAdmitted) void client.invalidateQueries({ queryKey: arrivalQuery(id).queryKey })
  }, [client, id, isAdmitted])
}

function LeaveButton({
  show,
  question: title,
  onLeft,
}: Pick<Props, 'show' | 'onLeft'> & { readonly question: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...leaveMutation(show.id),
    onSuccess: async () => {
      await onLeft()
      client.removeQueries({ queryKey: arrivalQuery(show.id).queryKey })
    },
  })
  const question = { title, confirm: texts.leave, cancel: texts.stay, isDestructive: true }
  const leave = async () => (await confirmed(question)) && mutate()
  return (
    <ActionButton variant="default" isBusy={isPending} onClick={() => void leave()}>
      {texts.leave}
    </ActionButton>
  )
}
