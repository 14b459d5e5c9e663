import { useState } from 'react'
import { useWakeLock } from '#client/ui/use-wake-lock.ts'
import type { EntryShow } from './entry-types.ts'
import type { Scanner } from './scanner.ts'
import type { ScannerState } from './scanner-state.ts'
import { texts } from './scan.texts.ts'
import type { Signals } from './signals.ts'
import { StatusBar } from './status-bar.tsx'
import { TypedCode } from './typed-code.tsx'
import { Verdict } from './verdict.tsx'
import { Viewfinder } from './viewfinder.tsx'

type Props = {
  readonly scanner: Scanner
  readonly signals: Signals
  readonly state: ScannerState
  readonly show: EntryShow
}

/** Scans tickets at the door of a show. */
export function Door({ scanner, signals, state, show }: Props) {
  const [isScanning, setIsScanning] = useState(false)
  useWakeLock(isScanning)
  return (
    <main className="door">
      <StatusBar scanner={scanner} state={state} show={show} />
      {state.notice !== null && <Warning text={state.notice} onDismiss={() => scanner.dismissNotice()} />}
      {state.surprises > 0 && (
        <Warning text={texts.surprises(state.surprises)} onDismiss={() => scanner.dismissSurprises()} />
      )}
      {isScanning && <Viewfinder scanner={scanner} signals={signals} />}
      <Verdict scanner={scanner} state={state} />
      <footer className="controls">
        {!isScanning && (
          <>
            <button
              type="button"
              className="button main"
              onClick={() => {
                signals.unlock()
                setIsScanning(true)
              }}
            >
              {texts.start}
            </button>
            <p className="hint">{texts.startHelp}</p>
          </>
        )}
        <TypedCode scanner={scanner} />
      </footer>
    </main>
  )
}

function Warning({ text, onDismiss }: { readonly text: string; readonly onDismiss: () => void }) {
  return (
    <div className="warning row" role="alert">
      <p>{text}</p>
      <button type="button" className="button" onClick={onDismiss}>
        {texts.dismiss}
      </button>
    </div>
  )
}
