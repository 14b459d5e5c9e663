import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import classes from './image-drop.module.css'

type Props = {
  readonly label: string
  readonly description: string
  readonly error?: string | undefined
  readonly required?: boolean
  readonly file: File | null
  readonly isBusy: boolean
  readonly maxBytes: number
  readonly onFile: (file: File) => void
  readonly onRefuse: (reason: 'type' | 'size') => void
  readonly onRemove: () => void
}

/** A PNG that is chosen or dropped, and shown. */
export function ImageDrop(props: Props) {
  const { label, description, error, required, file, isBusy, maxBytes, onFile, onRefuse, onRemove } = props
  const id = useId()
  const open = useRef<() => void>(null)
  const button = useRef<HTMLButtonElement>(null)
  const preview = usePreview(file)
  const refuse = ([first]: FileRejection[]) =>
    onRefuse(first?.errors.some(({ code }) => code === 'file-too-large') ? 'size' : 'type')
  const remove = () => {
    onRemove()
    button.current?.focus()
  }
  return (
    <div
      role="group"
      tabIndex={-1}
      className={classes['field']}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-error`}
      data-invalid-group={Boolean(error)}
    >
      <Input.Label id={`${id}-label`} labelElement="div" required={required ?? false}>
        {label}
      </Input.Label>
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
          {preview && <img className={classes['preview']} src={preview} alt="Preview" />}
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
                {file ? 'Choose another picture' : 'Choose a picture'}
              </Button>
              {file && (
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
            <Text size="sm" c="dimmed">
              {file ? file.name : 'or drop it here'}
            </Text>
          </Stack>
        </div>
      </Dropzone>
      <Input.Error id={`${id}-error`} mt={5}>
        {error}
      </Input.Error>
    </div>
  )
}

function usePreview(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
