import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useCallback, useId, useRef } from 'react'
import { GroupLegend } from './group-legend.tsx'
import classes from './image-drop.module.css'

/** An uploaded picture. */
type Uploaded = { readonly url: string }

type Props = {
  readonly label: string
  readonly description: string
  readonly error?: string | undefined
  readonly required?: boolean
  readonly picture: File | Uploaded | null
  readonly isBusy: boolean
  readonly maxBytes: number
  readonly onFile: (file: File) => void
  readonly onRefuse: (reason: 'type' | 'size') => void
  readonly onRemove: () => void
}

/** Accepts a PNG by file dialog or drop, and shows it. */
export function ImageDrop(props: Props) {
  const { label, description, error, required, picture, isBusy, maxBytes, onFile, onRefuse, onRemove } = props
  const id = useId()
  const open = useRef<() => void>(null)
  const button = useRef<HTMLButtonElement>(null)
  const refuse = ([first]: FileRejection[]) =>
    onRefuse(first?.errors.some(({ code }) => code === 'file-too-large') ? 'size' : 'type')
  const remove = () => {
    onRemove()
    button.current?.focus()
  }
  return (
    <fieldset
      tabIndex={-1}
      className={classes['field']}
      aria-describedby={`${id}-error`}
      data-invalid-group={Boolean(error)}
    >
      <GroupLegend isRequired={required ?? false}>{label}</GroupLegend>
      <Input.Description>{description}</Input.Description>
      <Dropzone
        className={classes['drop'] ?? ''}
        data-is-wrong={error ? true : undefined}
        accept={['image/png']}
        maxSize={maxBytes}
        multiple={false}
        activateOnKeyboard={false}
        enablePointerEvents
        openRef={open}
        loading={isBusy}
        inputProps={{ 'aria-label': label, 'aria-describedby': `${id}-error` }}
        onDrop={([dropped]) => dropped && onFile(dropped)}
        onReject={refuse}
      >
        <div className={classes['inner']}>
          {picture instanceof File && <Preview file={picture} />}
          {picture && 'url' in picture && <img src={picture.url} className={classes['preview']} alt="Preview" />}
          <Stack gap={6}>
            <Group gap="xs">
              <Button
                ref={button}
                variant="default"
                leftSection={<IconPhotoUp size={18} aria-hidden />}
                onClick={(event) => {
                  event.stopPropagation()
                  open.current?.()
                }}
              >
                {picture ? 'Choose another picture' : 'Choose a picture'}
              </Button>
              {picture && (
                <Button
                  variant="subtle"
                  leftSection={<IconTrash size={18} aria-hidden />}
                  onClick={(event) => {
                    event.stopPropagation()
                    remove()
                  }}
                >
                  Remove
                </Button>
              )}
            </Group>
            {picture instanceof File && (
              <Text size="sm" c="dimmed">
                {picture.name}
              </Text>
            )}
          </Stack>
          {!picture && <span className={classes['orDrop']}>or drop it here</span>}
        </div>
      </Dropzone>
      <Input.Error id={`${id}-error`} mt={5}>
        {error}
      </Input.Error>
    </fieldset>
  )
}

function Preview({ file }: { readonly file: File }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={show} className={classes['preview']} alt="Preview" />
}
