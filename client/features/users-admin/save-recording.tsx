import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { recordingOfAnswers } from '#client/calls/response-cache.ts'
import { texts } from './users-admin.texts.ts'

/** Saves what the server answered since the page was opened, for a static demo. */
export function SaveRecording() {
  const { mutate, isPending } = useMutation({
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
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      {texts.saveRecording}
    </Button>
  )
}
