import { useIsMutating } from '@tanstack/react-query'

/** The key of the uploads of pictures. */
export const UPLOADS = ['image-upload']

/** Tells whether a picture is being uploaded, so that no form is sent without it. */
export function useIsUploading(): boolean {
  return useIsMutating({ mutationKey: UPLOADS }) > 0
}
