import { Stack, Text, Title } from '@mantine/core'
import { placeText } from '#domain/tickets/places.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import { entryRefusals } from '#client/desk/entry-refusals.ts'
import { ExportButton } from '#client/desk/export-button.tsx'
import { FiguresTable } from '#client/desk/figures-table.tsx'
import { useSession } from '#client/session.ts'
import type { ShowEntry } from './entry-admin.queries.ts'
import { texts } from './entry-admin.texts.ts'
import classes from './entry-admin.module.css'

const FIGURES = ['expected', 'admitted', 'inside', 'doubles'] as const

/** Shows the people admitted so far: in all, by gate, sector and minute, and those to look for. */
export function EntryFigures({ entry }: { readonly entry: ShowEntry }) {
  const { counters, gates, sectors, minutes, show } = entry
  const isAdmin = useSession().role === 'ADMIN'
  const time = (at: string) => dateTimeText(at, show.timeZone)
  const nameOf = (gateId: number | null) => gates.find(({ id }) => id === gateId)?.name ?? texts.noGate
  return (
    <Stack component="section" gap="md" aria-labelledby="entry-figures">
      <Title order={2} id="entry-figures">
        {texts.figures}
      </Title>
      <dl className={classes['figures']}>
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt>{texts.figureNames[figure]}</dt>
            <dd>{texts.number(counters[figure])}</dd>
          </div>
        ))}
      </dl>
      {counters.admitted > 0 && (
        <div className={classes['tables']}>
          <FiguresTable
            label={texts.byGate}
            head={texts.gateColumns}
            rows={counters.gates.map(({ gateId, admitted, inside }) => [nameOf(gateId), admitted, inside])}
          />
          <FiguresTable
            label={texts.bySector}
            head={texts.sectorColumns}
            rows={sectors.map(({ name, expected, admitted }) => [name, expected, admitted])}
            shares={sectors.map(({ expected, admitted }) => (expected === 0 ? 0 : Math.min(1, admitted / expected)))}
          />
          <FiguresTable
            label={texts.byMinute}
            head={texts.minuteColumns}
            rows={minutes.map(({ at, admitted }) => [time(at), admitted])}
            isLong
          />
        </div>
      )}
      {isAdmin && <ExportButton list="scans" filters={{ showId: show.id }} label={texts.scansCsv} />}
      <Noticed entry={entry} time={time} />
    </Stack>
  )
}

type NoticedProps = { readonly entry: ShowEntry; readonly time: (at: string) => string }

/** Lists doubles, and people whom a phone admitted although their ticket is no longer valid. */
function Noticed({ entry: { doubles, conflicts }, time }: NoticedProps) {
  return (
    <>
      {doubles.length > 0 && (
        <section aria-labelledby="entry-doubles">
          <Title order={3} id="entry-doubles">
            {texts.doubles}
          </Title>
          <Text size="sm">{texts.doubleHint}</Text>
          <ul>
            {doubles.map((double) => (
              <li key={`${double.ticketId} ${double.admittedAt}`}>
                {placeText(double)} · {time(double.admittedAt)} · {double.gateName ?? texts.noGate}
              </li>
            ))}
          </ul>
        </section>
      )}
      {conflicts.length > 0 && (
        <section aria-labelledby="entry-conflicts">
          <Title order={3} id="entry-conflicts">
            {texts.conflicts}
          </Title>
          <ul>
            {conflicts.map((conflict) => (
              <li key={`${conflict.ticketId} ${conflict.scannedAt}`}>
                {placeText(conflict)} · {time(conflict.scannedAt)} · {conflict.scannerName} ·{' '}
                {entryRefusals[conflict.reason]}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
