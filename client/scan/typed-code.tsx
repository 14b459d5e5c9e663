import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { MAX_SCANNED_CHARACTERS } from '#domain/entry/entry.ts'
import type { Scanner } from './scanner.ts'
import { texts } from './scan.texts.ts'

/**
 * Takes codes that somebody types, or a hardware scanner, which types a code and Enter wherever the focus is. Reads
 * keys from the whole page, so that the keyboard of the screen stays closed.
 */
export function TypedCode({ scanner }: { readonly scanner: Scanner }) {
  const [text, setText] = useState('')
  const typed = useRef('')
  const change = useCallback((next: string) => {
    typed.current = next.slice(0, MAX_SCANNED_CHARACTERS)
    setText(typed.current)
  }, [])
  const submit = useCallback(() => {
    const code = typed.current
    change('')
    if (code.trim() !== '') void scanner.scan(code)
  }, [change, scanner])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter' && typed.current !== '') submit()
      else if (event.key === 'Backspace') change(typed.current.slice(0, -1))
      else if (event.key.length === 1) change(typed.current + event.key)
      else return
      // A space or Enter would press the focused button.
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [change, submit])
  return (
    <form
      className="typed row"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <input
        className="field"
        aria-label={texts.typed}
        placeholder={texts.typed}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <button type="submit" className="button">
        {texts.check}
      </button>
    </form>
  )
}
