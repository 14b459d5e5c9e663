import { useEffect, useSyncExternalStore } from 'react'
import { keepPage } from '#client/offline/keep-page.ts'
import { Door } from './door.tsx'
import { PairingForm } from './pairing-form.tsx'
import type { Scanner } from './scanner.ts'
import type { Signals } from './signals.ts'
import { texts } from './scan.texts.ts'

/** Shows the scanner: the form that pairs this phone, or the door. */
export function App({ scanner, signals }: { readonly scanner: Scanner; readonly signals: Signals }) {
  const state = useSyncExternalStore(scanner.subscribe, scanner.state)
  const isPaired = state.phase === 'paired'
  useEffect(() => {
    if (isPaired) void keepPage('scan')
  }, [isPaired])
  if (state.phase === 'opening') return <p className="message">{texts.loading}</p>
  if (state.phase === 'refused') return <p className="message">{texts.storageRefused}</p>
  if (state.phase === 'elsewhere') {
    return (
      <main className="message">
        <h1>{texts.elsewhere}</h1>
        <button type="button" className="button main" onClick={() => location.reload()}>
          {texts.takeOver}
        </button>
      </main>
    )
  }
  if (!isPaired || !state.show) return <PairingForm scanner={scanner} state={state} />
  return <Door scanner={scanner} signals={signals} state={state} show={state.show} />
}
