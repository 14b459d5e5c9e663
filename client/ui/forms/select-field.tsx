import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, useRef } from 'react'

/** Milliseconds after which type-ahead starts a new word. */
export const TYPE_AHEAD_DELAY = 350

/** Selects one of a few choices with type-ahead. A repeated letter selects the next match. */
export function SelectField(props: NativeSelectProps) {
  const word = useRef('')
  const forget = useDebouncedCallback(() => {
    word.current = ''
  }, TYPE_AHEAD_DELAY)
  const type = (event: KeyboardEvent<HTMLSelectElement>) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget: select } = event
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
    if (!isLetter || (key === ' ' && word.current === '')) return
    // The browser's own type-ahead has another timeout.
    event.preventDefault()
    word.current += key.toLowerCase()
    forget()
    choose(select, word.current)
  }
  return <NativeSelect {...props} onKeyDown={type} />
}

function choose(select: HTMLSelectElement, word: string): void {
  const { length, selectedIndex } = select
  const isOneLetter = word === word.charAt(0).repeat(word.length)
  const first = isOneLetter ? selectedIndex + 1 : selectedIndex
  const begin = isOneLetter ? word.charAt(0) : word
  const inTurn = Array.from({ length }, (_, step) => (first + step) % length)
  const found = inTurn.find((index) => select.options[index]?.text.toLowerCase().startsWith(begin))
  if (found === undefined || found === selectedIndex) return
  select.selectedIndex = found
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
