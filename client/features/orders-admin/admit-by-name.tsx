import { useState } from 'react'
import type { ShowId } from '#domain/ids.ts'
import { placeText } from '#domain/tickets/places.ts'
import { ReasonForm } from '#client/desk/reason-form.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { type DoorEntry, useAdmit } from './orders-admin.queries.ts'
import { texts } from './orders-admin.texts.ts'
import classes from './orders-admin.module.css'

type Props = { readonly showId: ShowId; readonly entry: DoorEntry }

/** Admits the person of a ticket without its code, for a reason. */
export function AdmitByName({ showId, entry }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { act, isPending } = useAdmit(showId, entry.id)
  return (
    <div className={classes['notOnPaper'] ?? ''}>
      {isAsking ? (
        <ReasonForm
          title={texts.admitTitle}
          hint={texts.admitHint}
          action={texts.admit}
          isDestructive={false}
          isPending={isPending}
          onReason={act}
          onClose={() => setAsking(false)}
        />
      ) : (
        <ActionButton
          variant="default"
          size="xs"
          mt="0.25rem"
          aria-label={`${texts.admit} ${placeText(entry)}`}
          onClick={() => setAsking(true)}
        >
          {texts.admit}
        </ActionButton>
      )}
    </div>
  )
}
