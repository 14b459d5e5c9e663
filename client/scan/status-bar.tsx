import { useEffect, useState } from 'react'
import { OLD_SET_MS } from '#domain/entry/entry.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import type { EntryShow } from './entry-types.ts'
import type { Scanner } from './scanner.ts'
import type { ScannerState } from './scanner-state.ts'
import { texts } from './scan.texts.ts'

const MINUTE_MS = 60_000
const TICK_MS = 5_000

type Props = { readonly scanner: Scanner; readonly state: ScannerState; readonly show: EntryShow }

/** Shows the door of this phone, and how current its list of tickets is. */
export function StatusBar({ scanner, state, show }: Props) {
  const { device, direction, counters } = state
  if (!device) return null
  const here = counters?.gates.find(({ gateId }) => gateId === (device.gate?.id ?? null))
  return (
    <header className="status">
      {device.shows.length > 1 ? (
        <select
          className="field"
          aria-label={texts.show}
          value={show.id}
          onChange={({ currentTarget }) => {
            const chosen = device.shows.find(({ id }) => id === Number(currentTarget.value))
            if (chosen) void scanner.chooseShow(chosen.id)
          }}
        >
          {device.shows.map((each) => (
            <option key={each.id} value={each.id}>
              {nameOf(each)}
            </option>
          ))}
        </select>
      ) : (
        <h1>{nameOf(show)}</h1>
      )}
      <div className="row">
        <span>{texts.gate(device.gate?.name)}</span>
        {device.direction === 'BOTH' ? (
          <fieldset className="choice">
            <legend className="unseen">{texts.direction}</legend>
            {(['IN', 'OUT'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={direction === each}
                onClick={() => scanner.chooseDirection(each)}
              >
                {texts.directions[each]}
              </button>
            ))}
          </fieldset>
        ) : (
          <strong>{texts.directions[direction]}</strong>
        )}
      </div>
      <Freshness state={state} />
      {counters && (
        <p className="counters">
          {texts.counters(counters.admitted, counters.expected, counters.inside)}
          {here && device.gate ? ` · ${texts.atGate(here.admitted)}` : ''}
        </p>
      )}
    </header>
  )
}

function Freshness({ state: { isLive, syncedAt, unsent } }: Pick<Props, 'state'>) {
  const now = useTick()
  const age = syncedAt === null ? undefined : Math.max(0, now - syncedAt)
  const isOld = age === undefined || age > OLD_SET_MS
  return (
    <p className={isOld ? 'freshness old' : 'freshness'}>
      <span className={isLive ? 'dot live' : 'dot'} aria-hidden>
        {isLive ? '●' : '○'}
      </span>
      {[
        isLive ? texts.live : texts.offline,
        age === undefined ? texts.noList : texts.listAge(Math.floor(age / MINUTE_MS)),
        ...(unsent > 0 ? [texts.notSent(unsent)] : []),
      ].join(' · ')}
    </p>
  )
}

const nameOf = (show: EntryShow): string =>
  `${showNameOf({ eventTitle: show.eventTitle, name: show.name })}, ${showTimeText(show.startTime, show.timeZone)}`

function useTick(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
