import { recordingOfAnswers } from '#client/calls/response-cache.ts'
import { useAction } from '#client/calls/use-action.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { texts } from './users-admin.texts.ts'

/** Saves the recorded answers for a static demo. */
export function SaveRecording() {
  const { act, isPending } = useAction({
    mutationFn: recordingOfAnswers,
    onSuccess: (recording) => saveFile('responses.json', recording),
  })
  return (
    <ActionButton variant="default" isBusy={isPending} onClick={() => act()}>
      {texts.saveRecording}
    </ActionButton>
  )
}
