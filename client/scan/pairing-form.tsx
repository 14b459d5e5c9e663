import { type FormEvent, useState } from 'react'
import { PAIRING_CODE_DIGITS } from '#domain/entry/entry.ts'
import type { Scanner } from './scanner.ts'
import type { ScannerState } from './scanner-state.ts'
import { texts } from './scan.texts.ts'

type Props = { readonly scanner: Scanner; readonly state: ScannerState }

/** Pairs this phone by the digits that the desk shows. */
export function PairingForm({ scanner, state: { notice, isPairing } }: Props) {
  const [digits, setDigits] = useState('')
  const pair = (event: FormEvent) => {
    event.preventDefault()
    void scanner.pair(digits.replaceAll(/\D/g, ''))
  }
  return (
    <main className="pairing">
      <h1>{texts.pairTitle}</h1>
      <p>{texts.pairHelp}</p>
      {isSecureContext ? (
        <form onSubmit={pair}>
          <label htmlFor="pairing-code">{texts.pairCode}</label>
          <input
            id="pairing-code"
            className="field large"
            value={digits}
            onInput={({ currentTarget }) => setDigits(currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={PAIRING_CODE_DIGITS + 3}
            aria-describedby="pairing-notice"
            required
          />
          <p id="pairing-notice" className="notice" role="alert">
            {notice}
          </p>
          <button type="submit" className="button main" disabled={isPairing}>
            {isPairing ? texts.pairing : texts.pair}
          </button>
        </form>
      ) : (
        <p className="notice">{texts.needsHttps}</p>
      )}
    </main>
  )
}
