import { ReasonForm } from '#client/desk/reason-form.tsx'
import { type Ending, useEnd } from './payments-admin.queries.ts'
import { texts } from './payments-admin.texts.ts'

const hints: Record<Ending['how'], string> = {
  release: texts.releaseHint,
  settle: texts.settleHint,
  retry: texts.retryHint,
  byHand: texts.byHandHint,
}

type Props = { readonly ending: Ending; readonly onClose: () => void }

/** Asks for the reason why an administrator ends a payment or a refund by hand. */
export function EndForm({ ending, onClose }: Props) {
  const { act, isPending } = useEnd(ending, onClose)
  const title = texts[ending.how]
  return (
    <ReasonForm
      title={title}
      hint={hints[ending.how]}
      action={title}
      isPending={isPending}
      onReason={act}
      onClose={onClose}
    />
  )
}
