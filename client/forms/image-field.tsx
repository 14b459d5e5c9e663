import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteImage, type Image, imageAddress, uploadImage } from '#contract/images.ts'
import { sentenceOf } from '#contract/problems.ts'
import { IMAGE_LIMITS } from '#domain/image-limits.ts'
import { problem } from '#domain/problem.ts'
import { call, uploadFile } from '#client/api.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { ImageDrop } from '#client/ui/forms/image-drop.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { UPLOADS } from './use-is-uploading.ts'

const texts = {
  hint: 'A PNG of up to 1 MB',
  uploaded: 'Successfully uploaded image',
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

type Props = {
  readonly label: string
  readonly value?: Image | null
  readonly onChange: (image: Image | null) => void
  readonly error?: string | undefined
  readonly required?: boolean
}

/** Uploads a picture as soon as it is chosen. Refuses files that the server would refuse. */
export function ImageField({ label, value = null, onChange, error, required }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationKey: UPLOADS,
    mutationFn: (chosen: File) => uploadFile(uploadImage, chosen),
    onMutate: (chosen) => {
      setFile(chosen)
      return file
    },
    onSuccess: (image) => {
      toastSuccess(texts.uploaded)
      if (value) discard(value)
      onChange(image)
    },
    onError: (failure, _chosen, before) => {
      setFile(before ?? null)
      if (failure instanceof ApiError) setRefusal(failure.message)
    },
  })
  const take = async (chosen: File) => {
    const isGood = await isPng(chosen)
    setRefusal(isGood ? undefined : sentenceOf(problem('not_png')))
    if (isGood) mutate(chosen)
  }
  const remove = () => {
    setRefusal(undefined)
    setFile(null)
    onChange(null)
    if (value) discard(value)
  }
  return (
    <ImageDrop
      label={label}
      description={texts.hint}
      error={refusal ?? error}
      required={required ?? false}
      picture={file ?? (value && { url: imageAddress(value.name, 320) })}
      isBusy={isPending}
      maxBytes={IMAGE_LIMITS.file}
      onFile={(chosen) => void take(chosen)}
      onRefuse={(reason) =>
        setRefusal(sentenceOf(reason === 'size' ? problem('image_too_large', { limit: 'file' }) : problem('not_png')))
      }
      onRemove={remove}
    />
  )
}

async function isPng(file: File): Promise<boolean> {
  const begin = new Uint8Array(await file.slice(0, PNG.length).arrayBuffer())
  return PNG.every((byte, index) => begin[index] === byte)
}

/** Deletes an unused upload in the background. A failure is harmless: the server deletes unused images. */
function discard({ name }: Image): void {
  call(deleteImage, { params: { name } }).catch(() => undefined)
}
