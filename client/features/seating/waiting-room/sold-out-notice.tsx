import { Notice } from '#client/ui/feedback/notice.tsx'
import { texts } from './waiting-room.texts.ts'

/** Tells customers who were in the line that the show has sold out. */
export function SoldOutNotice() {
  return (
    <Notice kind="info">
      <output>{texts.soldOut}</output>
    </Notice>
  )
}
