import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { FiguresTable } from '#client/desk/figures-table.tsx'
import { PlanPreview } from '#client/programme/plan-preview.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { type CheckedPlan, planCheckQuery, type ReadingOptions } from './plans-admin.queries.ts'
import { texts } from './plans-admin.texts.ts'

type Props = {
  readonly file: File
  readonly options: ReadingOptions
  readonly onRead: (plan: CheckedPlan) => void
}

/** Shows what the server reads in a plan file: the drawing and a table of its sectors, or what is wrong, by line. */
export function PlanCheck({ file, options, onRead }: Props) {
  const { data, error } = useQuery(planCheckQuery(file, options))
  const tell = useEffectEvent(onRead)
  useEffect(() => {
    if (data) tell(data)
  }, [data])
  if (error) {
    return (
      <Notice kind="error">
        <Text fw={600}>{texts.refused}</Text>
        {error.message.split('\n').map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Notice>
    )
  }
  if (!data) return <TextSkeleton lines={6} />
  return (
    <Stack component="section" gap="sm" aria-label={texts.result}>
      <Title order={2} size="h3">
        {texts.result}
      </Title>
      {data.moved.length > 0 && <Notice kind="info">{texts.moved(data.moved)}</Notice>}
      {data.isNameTaken && <Notice kind="info">{texts.nameTaken}</Notice>}
      <PlanPreview plan={data} hasList={false} />
      <Sectors plan={data} />
      {data.kinds.length > 0 && <Text size="sm">{data.kinds.join(', ')}</Text>}
    </Stack>
  )
}

function Sectors({ plan }: { readonly plan: CheckedPlan }) {
  const hasStanding = plan.standing > 0
  const standingOf = ({ standing }: { readonly standing: number }) => (hasStanding ? [standing] : [])
  return (
    <FiguresTable
      label={texts.result}
      head={[texts.sector, texts.rows, texts.seats, ...(hasStanding ? [texts.standing] : []), texts.price]}
      rows={plan.sectors.map((sector) => [
        sector.isAvailable ? sector.name : `${sector.name} (${texts.closed})`,
        sector.rows,
        sector.seats,
        ...standingOf(sector),
        texts.percent(sector.pricePercent),
      ])}
      foot={[texts.total, '', plan.seats, ...standingOf(plan), '']}
    />
  )
}
