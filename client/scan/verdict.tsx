import { type FormEvent, useState } from 'react'
import type { Outcome, Tone } from './outcomes.ts'
import type { Scanner } from './scanner.ts'
import type { ScannerState } from './scanner-state.ts'
import { texts } from './scan.texts.ts'

const symbols: Record<Tone, string> = { checking: '…', good: '✓', bad: '✗', ask: '?', stop: '‼', fault: '!' }

type Props = { readonly scanner: Scanner; readonly state: ScannerState }

/** Shows the result of the last scan by colour, symbol and words. */
export function Verdict({ scanner, state: { outcome, device } }: Props) {
  if (!outcome) {
    return (
      <section className="verdict">
        <p className="hint">{texts.ready}</p>
      </section>
    )
  }
  return (
    <section className={`verdict ${outcome.tone}`}>
      <output aria-atomic>
        <span className="symbol" aria-hidden>
          {symbols[outcome.tone]}
        </span>
        <span className="word">{outcome.word}</span>
        {outcome.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </output>
      {outcome.tone === 'ask' && <Question scanner={scanner} />}
      {outcome.canOverrule && device?.isSupervisor && (
        <Overrule key={outcome.key} scanner={scanner} outcome={outcome} />
      )}
    </section>
  )
}

function Question({ scanner }: Pick<Props, 'scanner'>) {
  return (
    <div className="row">
      <button type="button" className="button" onClick={() => void scanner.decide(false)}>
        {texts.turnAway}
      </button>
      <button type="button" className="button main" onClick={() => void scanner.decide(true)}>
        {texts.letIn}
      </button>
    </div>
  )
}

/** Lets a supervisor admit in spite of a refusal, for a reason. */
function Overrule({ scanner, outcome }: Pick<Props, 'scanner'> & { readonly outcome: Outcome }) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  if (!isOpen) {
    return (
      <button type="button" className="button" onClick={() => setIsOpen(true)}>
        {texts.overrule}
      </button>
    )
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setFault(texts.needsReason)
    else void scanner.overrule(reason.trim(), outcome.key)
  }
  return (
    <form className="overrule" onSubmit={confirm} noValidate>
      <label htmlFor="reason">{texts.overruleReason}</label>
      <input
        id="reason"
        className="field"
        value={reason}
        maxLength={200}
        autoComplete="off"
        aria-describedby="reason-fault"
        aria-invalid={fault !== ''}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <p id="reason-fault" className="notice" role="alert">
        {fault}
      </p>
      <div className="row">
        <button type="button" className="button" onClick={() => setIsOpen(false)}>
          {texts.cancel}
        </button>
        <button type="submit" className="button main">
          {texts.overruleConfirm}
        </button>
      </div>
    </form>
  )
}
