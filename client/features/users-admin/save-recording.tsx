import { recordingOfAnswers } from '#client/calls/response-cache.ts'
import { useAction } from '#client/calls/use-action.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { texts } from './users-admin.texts.ts'

/** Saves the recorded answers for a static demo. */
export function SaveRecording() {
  const { act, isPending } = useAction({
    mutationFn: recordingOfAnswers,
    onSuccess: (recording) => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(recording)
      link.download = 'responses.json'
      link.click()
      URL.revokeObjectURL(link.href)
    },
  })
  return (
    <ActionButton variant="default" isBusy={isPending} onClick={() => act()}>
      {texts.saveRecording}
    </ActionButton>
  )
}
