import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { LIVE_STEP_MS, liveCodeText, liveDigits, liveStepAt } from '#domain/entry/live-code.ts'
import { bytesOf, hmac } from '#client/offline/hmac.ts'
import { QrCode } from '#client/ui/qr-code.tsx'
import { texts } from './ticket.texts.ts'
import classes from './ticket.module.css'

type Props = {
  readonly code: string
  /** In Base64url. */
  readonly secret: string
  /** The shop's clock minus that of this device, in milliseconds. */
  readonly clockOffsetMs: number
}

/** Shows a code that changes every 15 seconds, with a bar of the time that is left. Needs no network. */
export function LiveCode({ code, secret, clockOffsetMs }: Props) {
  const [shown, setShown] = useState<{ step: number; digits: string; elapsedMs: number }>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const update = async () => {
      const now = Date.now() + clockOffsetMs
      const step = liveStepAt(new Date(now))
      const digits = await liveDigits(hmac, bytesOf(secret), step)
      if (isOver) return
      setShown({ step, digits, elapsedMs: now - step * LIVE_STEP_MS })
      timer = setTimeout(() => void update(), (step + 1) * LIVE_STEP_MS - now)
    }
    // A page in the background may sleep through steps.
    const onShow = () => {
      clearTimeout(timer)
      void update()
    }
    void update()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [secret, clockOffsetMs])
  if (!shown) return null
  return (
    <>
      <QrCode text={liveCodeText(code, shown.digits)} label={texts.qrCode} correction="low" />
      <div className={classes['time']} aria-hidden>
        <div
          key={shown.step}
          style={{ animationDuration: `${LIVE_STEP_MS}ms`, animationDelay: `${-shown.elapsedMs}ms` }}
        />
      </div>
      <Text size="sm" c="#000" ta="center">
        {texts.live}
      </Text>
    </>
  )
}
