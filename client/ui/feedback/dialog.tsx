import type { ModalProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '#client/shell/lazy-part.tsx'

const LoadedDialog = lazyPart<ModalProps>(async () => (await import('./loaded-dialog.tsx')).LoadedDialog)

/** Renders a dialog whose code loads when it is opened first. */
export function Dialog(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <LoadedDialog {...props} />
      </Suspense>
    )
  )
}
