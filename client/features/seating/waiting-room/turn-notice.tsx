import { useEffect, useState } from 'react'
import { timeText } from '#domain/time/time-text.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { playChime } from './chime.ts'
import { texts } from './waiting-room.texts.ts'

type Props = {
  readonly passUntil: string
  readonly timeZone: string
  /** Whether the customer has waited on this page, and may look at another one now. */
  readonly hasWaited: boolean
}

/** Tells customers that it is their turn, also those who look at another tab. */
export function TurnNotice({ passUntil, timeZone, hasWaited }: Props) {
  const [isCalling] = useState(hasWaited)
  useEffect(() => {
    if (!isCalling) return undefined
    void playChime()
    const { title } = document
    document.title = texts.turnTitle
    const restore = () => {
      if (document.title === texts.turnTitle) document.title = title
    }
    const seen = () => document.hidden || restore()
    const timer = setTimeout(seen, 5_000)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
      restore()
    }
  }, [isCalling])
  return (
    <Notice kind="info">
      <output>{texts.yourTurn(timeText(passUntil, timeZone))}</output>
    </Notice>
  )
}
